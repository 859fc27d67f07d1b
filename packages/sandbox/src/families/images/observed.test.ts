import { expect } from 'vitest'
import { webServer } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const base = { name: 'tidewater-base', region: 'nyc3', url: 'https://downloads.tidewater.example/tidewater-base.raw.bz2' }
const broken = { ...base, url: 'https://downloads.tidewater.example/covers.zip' }

/** Creates an imported image and returns its path. */
async function importImage({ create, pass }: ObservedSandbox, body: object = base): Promise<string> {
  const { id } = await create('/v2/images', body)
  await pass(60)
  return `/v2/images/${id}`
}

testObserved({
  'images-01': ({ post }) => shows(post('/v2/images', { ...base, distribution: 'Talos' }), { image: { distribution: 'Unknown OS' } }),
  'images-02': async (sandbox) =>
    shows(sandbox.get(await importImage(sandbox, broken)), {
      image: { status: 'deleted', error_message: expect.stringMatching(/\w+ \w+/) },
    }),
  'images-03': async (sandbox) => sandbox.delete(await importImage(sandbox, broken)),
  'images-04': async (sandbox) => {
    const { id } = await sandbox.read('/v2/images/ubuntu-24-04-x64')
    expect((await sandbox.post(`/v2/images/${id}/actions`, { type: 'transfer', region: 'ams3' })).status).toBe(422)
    return sandbox.post(`${await importImage(sandbox)}/actions`, { type: 'transfer', region: 'nyc3' })
  },
  'images-05': async ({ post, pass, read }) => {
    const response = await post('/v2/images', base)
    const path = `/v2/images/${response.body.image.id}`
    await pass(60)
    expect(await read(path)).toMatchObject({ regions: ['nyc3'] })
    await post(`${path}/actions`, { type: 'transfer', region: 'ams3' })
    await pass(60)
    expect(await read(path)).toMatchObject({ regions: ['nyc3', 'ams3'] })
    return response
  },
  'images-06': async ({ post, pass, read }) => {
    const response = await post('/v2/images', { ...base, url: 'https://downloads.tidewater.example/production_image.bin.bz2' })
    await pass(60)
    expect(await read(`/v2/images/${response.body.image.id}`)).toMatchObject({ status: 'available', slug: null })
    return response
  },
  'images-08': ({ get }) => shows(get('/v2/images/ubuntu-18-04-x64'), { image: { type: 'snapshot', min_disk_size: 15, public: true } }),
  'images-07': async ({ create, get }) => {
    const droplet = await create('/v2/droplets', { ...webServer, image: 'debian-12-x64' })
    const response = await shows(get('/v2/images/debian-12-x64'), { image: { type: 'base' } })
    expect(droplet.image.type).toBe('base')
    expect(Date.parse(response.body.image.created_at)).toBeLessThan(Date.parse(droplet.created_at))
    return response
  },
  'images-09': ({ get }) => shows(get('/v2/images/docker-20-04'), { image: { slug: 'docker-20-04', public: true } }),
})
