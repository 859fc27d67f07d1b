import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const tidewater = { name: 'tidewater', subscription_tier_slug: 'professional', region: 'nyc3' }
const digests = '/v2/registry/tidewater/repositories/shop/digests'
const repositories = '/v2/registries/tidewater/repositories'
const collection = '/v2/registry/tidewater/garbage-collection'

const createRegistry = ({ create }: ObservedSandbox, more: object = {}) => create('/v2/registry', { ...tidewater, ...more })

/** Stores an image, which clients push to the registry. */
const push = ({ create }: ObservedSandbox, image: object) =>
  create('/_sandbox/images', { registry: tidewater.name, repository: 'shop', ...image })

testObserved({
  'registry-10': async (sandbox) => {
    await createRegistry(sandbox)
    const type = 'unreferenced blobs only'
    const response = await shows(sandbox.post(collection, { type }), { garbage_collection: { type } })
    await shows(sandbox.get(collection), { garbage_collection: { type } })
    return response
  },
  'registry-01': async (sandbox) => {
    await createRegistry(sandbox)
    return sandbox.post('/v2/registry', { ...tidewater, name: 'tidewater-press' })
  },
  'registry-02': ({ post }) => post('/v2/registry', { ...tidewater, name: 'docker' }),
  'registry-03': async (sandbox) => {
    await createRegistry(sandbox)
    await sandbox.create('/v2/registries', { name: 'tidewater-press' })
    const response = await sandbox.delete('/v2/registry')
    expect(await sandbox.get('/v2/registry')).toMatchObject({ status: response.status, body: { message: response.body.message } })
    return response
  },
  'registry-04': async (sandbox) => {
    await createRegistry(sandbox)
    await push(sandbox, { tags: ['latest'] })
    expect((await sandbox.delete(`${repositories}/nope/tags/latest`)).status).toBe(204)
    const response = await sandbox.delete(`${repositories}/shop/tags/nope`)
    await shows(sandbox.get(`${repositories}/shop/tags`), { meta: { total: 1 } })
    return response
  },
  'registry-05': (sandbox) => sandbox.delete(`${repositories}/shop/tags/latest`),
  'registry-06': async (sandbox) => {
    await createRegistry(sandbox)
    await push(sandbox, { digest: 'sha256:one' })
    await sandbox.create(collection)
    return sandbox.delete(`${digests}/sha256:one`)
  },
  'registry-07': async (sandbox) => {
    await createRegistry(sandbox)
    await push(sandbox, { digest: 'sha256:arm' })
    await push(sandbox, { tags: ['latest'], manifests: ['sha256:arm'] })
    return sandbox.delete(`${digests}/sha256:arm`)
  },
  'registry-08': async (sandbox) => {
    await createRegistry(sandbox, { subscription_tier_slug: 'basic' })
    const response = await sandbox.get('/v2/registry/subscription')
    const storage = { included_storage_bytes: 5_368_709_120, allow_storage_overage: true, storage_overage_price_in_cents: 2 }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(response.body.subscription).toMatchObject({
      tier: { name: 'Basic', slug: 'basic', included_repositories: 5, monthly_price_in_cents: 500, ...storage },
      created_at: time,
      updated_at: time,
    })
    return response
  },
  'registry-09': async (sandbox) => {
    await createRegistry(sandbox)
    await sandbox.create(collection)
    let response = await sandbox.get(collection)
    for (let second = 0; second < 18 && response.body.garbage_collection.status !== 'waiting for delete requests'; second += 1) {
      await sandbox.pass(1)
      response = await sandbox.get(collection)
    }
    const { created_at, uuid, status } = response.body.garbage_collection
    expect(status).toBe('waiting for delete requests')
    await sandbox.pass(18)
    const [run] = await sandbox.read(`${collection}s`)
    expect(run).toMatchObject({ uuid, status: 'succeeded' })
    expect((Date.parse(run.updated_at) - Date.parse(created_at)) / 1000).toBe(18)
    return response
  },
})
