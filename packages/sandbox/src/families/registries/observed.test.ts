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
    const answer = await shows(sandbox.post(collection, { type }), { garbage_collection: { type } })
    await shows(sandbox.get(collection), { garbage_collection: { type } })
    return answer
  },
  'registry-01': async (sandbox) => {
    await createRegistry(sandbox)
    return sandbox.post('/v2/registry', { ...tidewater, name: 'tidewater-press' })
  },
  'registry-02': ({ post }) => post('/v2/registry', { ...tidewater, name: 'docker' }),
  'registry-03': async (sandbox) => {
    await createRegistry(sandbox)
    await sandbox.create('/v2/registries', { name: 'tidewater-press' })
    const answer = await sandbox.delete('/v2/registry')
    expect(await sandbox.get('/v2/registry')).toMatchObject({ status: answer.status, body: { message: answer.body.message } })
    return answer
  },
  'registry-04': async (sandbox) => {
    await createRegistry(sandbox)
    await push(sandbox, { tags: ['latest'] })
    expect((await sandbox.delete(`${repositories}/nope/tags/latest`)).status).toBe(204)
    const answer = await sandbox.delete(`${repositories}/shop/tags/nope`)
    await shows(sandbox.get(`${repositories}/shop/tags`), { meta: { total: 1 } })
    return answer
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
    const answer = await sandbox.get('/v2/registry/subscription')
    const storage = { included_storage_bytes: 5_368_709_120, allow_storage_overage: true, storage_overage_price_in_cents: 2 }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(answer.body.subscription).toMatchObject({
      tier: { name: 'Basic', slug: 'basic', included_repositories: 5, monthly_price_in_cents: 500, ...storage },
      created_at: time,
      updated_at: time,
    })
    return answer
  },
  'registry-09': async (sandbox) => {
    await createRegistry(sandbox)
    await sandbox.create(collection)
    let answer = await sandbox.get(collection)
    for (let second = 0; second < 18 && answer.body.garbage_collection.status !== 'waiting for delete requests'; second += 1) {
      await sandbox.pass(1)
      answer = await sandbox.get(collection)
    }
    const { created_at, uuid, status } = answer.body.garbage_collection
    expect(status).toBe('waiting for delete requests')
    await sandbox.pass(18)
    const [run] = await sandbox.read(`${collection}s`)
    expect(run).toMatchObject({ uuid, status: 'succeeded' })
    expect((Date.parse(run.updated_at) - Date.parse(created_at)) / 1000).toBe(18)
    return answer
  },
})
