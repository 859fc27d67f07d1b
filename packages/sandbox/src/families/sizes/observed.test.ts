import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'clients-29': async ({ get }) => {
    for (const path of ['/v2/regions', '/v2/images']) expect((await get(`${path}?per_page=1000`)).status).toBe(200)
    const response = await get('/v2/sizes?per_page=1000')
    expect(response.body.sizes.length).toBeLessThanOrEqual(200)
    return response
  },
  'sizes-01': async ({ get }) => {
    const response = await get('/v2/sizes?per_page=200')
    const slugs: string[] = response.body.sizes.map(({ slug }: { readonly slug: string }) => slug)
    const basic = [
      's-1vcpu-2gb-amd',
      's-2vcpu-4gb-amd',
      's-2vcpu-4gb-intel',
      's-2vcpu-8gb-amd',
      's-4vcpu-16gb-amd',
      's-6vcpu-16gb',
      's-8vcpu-32gb',
    ]
    expect(slugs).toEqual(expect.arrayContaining([...basic, 'g-8vcpu-32gb', 'c-8', 'c-32']))
    expect(slugs.length).toBeGreaterThanOrEqual(60)
    return response
  },
})
