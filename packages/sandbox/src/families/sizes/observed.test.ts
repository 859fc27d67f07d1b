import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'clients-29': async ({ get }) => {
    for (const path of ['/v2/regions', '/v2/images']) expect((await get(`${path}?per_page=1000`)).status).toBe(200)
    const answer = await get('/v2/sizes?per_page=1000')
    expect(answer.body.sizes.length).toBeLessThanOrEqual(200)
    return answer
  },
})
