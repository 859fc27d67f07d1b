import { expect } from 'vitest'
import { coversVolume, webServer } from '../../../test/create-test-sandbox.ts'
import { instant, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/volumes'

async function createBoth({ create, post }: ObservedSandbox) {
  const { id: droplet_id } = await create('/v2/droplets', webServer)
  const { id } = await create(path, coversVolume)
  const act = (type: string, more: object = { droplet_id }) => post(`${path}/${id}/actions`, { type, ...more })
  return { id, act }
}

/** Creates a droplet and a volume and attaches the volume. */
async function attach(sandbox: ObservedSandbox) {
  const both = await createBoth(sandbox)
  return { ...both, attached: await both.act('attach') }
}

/** Creates one volume more than the account may have. */
async function exceed({ create, post }: ObservedSandbox) {
  const large = { ...coversVolume, size_gigabytes: 16_384 }
  for (let n = 0; n < 100; n += 1) await create(path, { ...large, name: `covers-${n}` })
  return post(path, large)
}

async function createSnapshot({ create }: ObservedSandbox) {
  const { id } = await create(path, coversVolume)
  return create(`${path}/${id}/snapshots`, { name: 'covers-before-sale' })
}

testObserved({
  'volumes-01': instant(async (sandbox) =>
    shows(Promise.resolve((await attach(sandbox)).attached), {
      action: { type: 'attach_volume', resource_type: 'backend', resource_id: null },
    }),
  ),
  'volumes-02': instant(async (sandbox) =>
    shows((await attach(sandbox)).act('detach'), { action: { type: 'detach_volume', resource_type: 'backend' } }),
  ),
  'volumes-03': async ({ create, post }) => {
    await create(path, coversVolume)
    return post(path, coversVolume)
  },
  'volumes-04': exceed,
  'volumes-05': (sandbox) => shows(exceed(sandbox), { message: expect.stringContaining('capacity limit exceeded') }),
  'volumes-06': ({ post }) => post(path, { ...coversVolume, region: 'sfo1' }),
  'volumes-07': instant(async (sandbox) => sandbox.delete(`${path}/${(await attach(sandbox)).id}`)),
  'volumes-08': instant(async (sandbox) => (await attach(sandbox)).act('attach')),
  'volumes-09': instant(async (sandbox) => {
    const { act } = await createBoth(sandbox)
    const { id } = await sandbox.create('/v2/droplets', { ...webServer, region: 'sfo3' })
    return act('detach', { droplet_id: id })
  }),
  'volumes-10': instant(async (sandbox) => (await createBoth(sandbox)).act('detach', {})),
  'volumes-11': instant(async (sandbox) => {
    const { id: droplet_id } = await sandbox.create('/v2/droplets', webServer)
    const attachAnother = async (name: string) => {
      const { id } = await sandbox.create(path, { ...coversVolume, name })
      return sandbox.post(`${path}/${id}/actions`, { type: 'attach', droplet_id })
    }
    for (let n = 0; n < 15; n += 1) expect((await attachAnother(`covers-${n}`)).status).toBe(202)
    return attachAnother('covers')
  }),
  'volumes-12': async (sandbox) => (await createBoth(sandbox)).act('attach'),
  'volumes-13': async (sandbox) => (await createBoth(sandbox)).act('attach', { droplet_id: 1 }),
  'volumes-15': async (sandbox) => {
    const { id } = await createSnapshot(sandbox)
    const copy = { ...coversVolume, name: 'copy', size_gigabytes: 250, snapshot_id: id }
    return shows(sandbox.post(path, copy), { volume: { size_gigabytes: 100 } })
  },
  'volumes-16': async (sandbox) => {
    const { id } = await createSnapshot(sandbox)
    return shows(sandbox.post(path, { name: 'copy', region: 'nyc3', snapshot_id: id }), { volume: { size_gigabytes: 100 } })
  },
  'volumes-17': async (sandbox) => {
    const { resource_id: id } = await createSnapshot(sandbox)
    return sandbox.post(`${path}/${id}/snapshots`, { name: 'covers-before-sale' })
  },
  'volumes-18': async ({ create, get }) => {
    await create(path, coversVolume)
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    return shows(get(path), { volumes: [{ id }] })
  },
  'volumes-19': async ({ get }) => {
    const response = await get(`${path}/covers-data`)
    expect(response.status).toBe(404)
    return response
  },
  'volumes-20': async (sandbox) => {
    await createSnapshot(sandbox)
    const { id } = await sandbox.create(path, { ...coversVolume, name: 'other' })
    return sandbox.post(`${path}/${id}/snapshots`, { name: 'covers-before-sale' })
  },
  'clients-05': ({ post }) => shows(post(path, { ...coversVolume, tags: null, snapshot_id: '' }), { volume: { tags: [] } }),
  'clients-13': async ({ create, get, pass }) => {
    const { id } = await create(path, coversVolume)
    const action = await create(`${path}/${id}/actions`, { type: 'resize', size_gigabytes: 200, region: 'nyc3' })
    await pass(60)
    return shows(get(`/v2/actions/${action.id}`), { action: { status: 'completed' } })
  },
})
