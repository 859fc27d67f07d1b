import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createPushable } from '../../../test/push-images.ts'
import type { Query } from '../../../test/operation-at.ts'

const base = { digest: 'sha256:base', compressed_size_bytes: 1000 } as const
const layer = (name: string) => ({ digest: `sha256:${name}`, compressed_size_bytes: 100 })

const storefront = {
  name: 'storefront-web',
  images: [
    { digest: 'sha256:one', tags: ['2026.03.01'], blobs: [base, layer('one')] },
    { digest: 'sha256:two', blobs: [base, layer('two')] },
    { digest: 'sha256:three', tags: ['2026.03.14', 'latest'], blobs: [base, layer('three')] },
  ],
} as const
const thumbnailer = { name: 'tools/thumbnailer', images: [{ digest: 'sha256:four', blobs: [layer('four')] }] } as const

async function createFilled() {
  const { sandbox, push } = createPushable()
  await sandbox.post('/v2/registries', { name: 'tidewater', subscription_tier_slug: 'professional' })
  return { sandbox: push('tidewater', thumbnailer, storefront), push }
}

const families = ['/v2/registries/tidewater', '/v2/registry/tidewater'] as const

const it = plain.extend('filled', createFilled)

describe.each(families)('registry content at %s', (path) => {
  it('lists repositories with the latest image, its tags and its size', async ({ filled: { sandbox } }) => {
    const { repositories } = (await sandbox.get(`${path}/repositoriesV2`)).body
    expect(repositories).toMatchObject([
      { name: 'storefront-web', tag_count: 3, manifest_count: 3, latest_manifest: { digest: 'sha256:three', compressed_size_bytes: 1100 } },
      { name: 'tools/thumbnailer', tag_count: 0, manifest_count: 1, latest_manifest: { digest: 'sha256:four', tags: [] } },
    ])
    const { manifests } = (await sandbox.get(`${path}/repositories/storefront-web/digests`)).body
    expect(manifests.map(({ digest, tags }) => [digest, tags.toSorted()])).toEqual([
      ['sha256:three', ['2026.03.14', 'latest']],
      ['sha256:two', []],
      ['sha256:one', ['2026.03.01']],
    ])
    const { tags } = (await sandbox.get(`${path}/repositories/storefront-web/tags?per_page=2`)).body
    expect(tags.map(({ tag }) => tag)).toEqual(['latest', '2026.03.14'])
    expect((await sandbox.get(`${path}/repositories/tools%2Fthumbnailer/digests`)).body.meta.total).toBe(1)
    // Layers that images share count once.
    expect((await sandbox.get('/v2/registry')).body.registry.storage_usage_bytes).toBe(1400)
  })

  it('deletes tags and images, and the repository with its last image', async ({ filled: { sandbox } }) => {
    const repository = `${path}/repositories/storefront-web` as const
    expect((await sandbox.delete(`${repository}/tags/latest`)).status).toBe(204)
    // Response of the platform.
    expect((await sandbox.delete(`${repository}/tags/latest`)).status).toBe(204)
    expect((await sandbox.delete(`${path}/repositories/nope/tags/latest`)).status).toBe(204)
    const unknown = await sandbox.delete(`${path}-press/repositories/storefront-web/tags/latest`)
    expect(unknown).toMatchObject({ status: 404, body: { message: 'registry does not exist' } })
    expect((await sandbox.delete(`${repository}/digests/sha256:three`)).status).toBe(204)
    expect((await sandbox.get(`${repository}/tags`)).body.tags).toMatchObject([{ tag: '2026.03.01' }])
    const [left] = (await sandbox.get(`${path}/repositoriesV2`)).body.repositories
    expect(left).toMatchObject({ tag_count: 1, manifest_count: 2, latest_manifest: { digest: 'sha256:two' } })
    await sandbox.delete(`${path}/repositories/tools%2Fthumbnailer/digests/sha256%3Afour`)
    expect((await sandbox.get(`${path}/repositories/tools%2Fthumbnailer/digests`)).status).toBe(404)
    expect((await sandbox.get(`${path}/repositoriesV2`)).body.meta.total).toBe(1)
  })

  it('pages by token', async ({ filled: { sandbox } }) => {
    const first = (await sandbox.get(`${path}/repositoriesV2?per_page=1`)).body
    expect(first.repositories).toMatchObject([{ name: 'storefront-web' }])
    const next = new URL(first.links.pages.next)
    const token = next.searchParams.get('page_token')
    const second = (await sandbox.get(`${path}/repositoriesV2?per_page=1&page_token=${token}`)).body
    expect(second.repositories).toMatchObject([{ name: 'tools/thumbnailer' }])
    expect(second.links.pages).not.toHaveProperty('next')
    expect(new URL(second.links.pages.prev).searchParams.get('page')).toBe('1')
    expect((await sandbox.get(`${path}/repositoriesV2${next.search as Query}`)).body).toEqual(second)
    expect(await sandbox.get(`${path}/repositoriesV2?page_token=junk`)).toMatchObject({ status: 400, body: { id: 'bad_request' } })
  })

  it('runs one garbage collection at a time, in steps', async ({ filled: { sandbox } }) => {
    expect((await sandbox.get(`${path}/garbage-collection`)).status).toBe(404)
    await sandbox.delete(`${path}/repositories/storefront-web/digests/sha256:three`)
    const started = await sandbox.post(`${path}/garbage-collection`)
    expect(started).toMatchObject({
      status: 201,
      body: { garbage_collection: { status: 'requested', registry_name: 'tidewater', freed_bytes: 0 } },
    })
    expect((await sandbox.post(`${path}/garbage-collection`)).status).toBe(409)
    const refused = await sandbox.delete(`${path}/repositories/storefront-web/digests/sha256:two`)
    expect(refused.body.message).toBe('delete operations are not available while garbage collection is running')
    expect((await sandbox.delete(`${path}/repositories/storefront-web/tags/2026.03.01`)).status).toBe(412)
    const seen = []
    for (const seconds of [2, 4, 4, 4]) {
      await sandbox.pass(seconds)
      seen.push((await sandbox.get(`${path}/garbage-collection`)).body.garbage_collection.status)
    }
    expect(seen).toEqual([
      'waiting for write JWTs to expire',
      'waiting for delete requests',
      'scanning manifests',
      'deleting unreferenced blobs',
    ])
    await sandbox.pass(4)
    expect((await sandbox.get(`${path}/garbage-collection`)).status).toBe(404)
    const [run] = (await sandbox.get(`${path}/garbage-collections`)).body.garbage_collections
    // Layers of the deleted image, of the untagged image, and of the untagged repository.
    expect(run).toMatchObject({ status: 'succeeded', blobs_deleted: 3, freed_bytes: 300 })
    expect(run.updated_at > run.created_at).toBe(true)
    expect((await sandbox.get('/v2/registries/tidewater')).body.registry.storage_usage_bytes).toBe(1100)
    const ended = await sandbox.put(`${path}/garbage-collection/${run.uuid}`, { cancel: true })
    expect(ended).toMatchObject({ status: 409, body: { message: 'The garbage collection has already ended.' } })
  })

  it('keeps the blobs that a cancelled garbage collection has not freed', async ({ filled: { sandbox } }) => {
    const { uuid } = (await sandbox.post(`${path}/garbage-collection`)).body.garbage_collection
    const url = `${path}/garbage-collection/${uuid}` as const
    expect((await sandbox.put(url, { cancel: false })).body.garbage_collection.status).toBe('requested')
    await sandbox.pass(5)
    expect((await sandbox.put(url, { cancel: true })).body.garbage_collection.status).toBe('cancelling')
    await sandbox.pass(60)
    expect((await sandbox.get(`${path}/garbage-collections`)).body.garbage_collections).toMatchObject([
      { status: 'cancelled', blobs_deleted: 0 },
    ])
    expect((await sandbox.get('/v2/registries/tidewater')).body.registry.storage_usage_bytes).toBe(1400)
  })
})

describe('images', () => {
  it('stores images through the control API, and keeps those that an index references', async ({ sandbox }) => {
    await sandbox.post('/v2/registries', { name: 'tidewater', subscription_tier_slug: 'basic' })
    const push = (image: object) => sandbox.post('/_sandbox/images', { registry: 'tidewater', repository: 'shop', ...image })
    const blobs = [base] as const
    expect((await push({ digest: 'sha256:arm', blobs })).body.image).toMatchObject({ digest: 'sha256:arm', tags: [] })
    await push({ digest: 'sha256:list', tags: ['latest'], manifests: ['sha256:arm'], blobs: [] })
    const path = '/v2/registries/tidewater/repositories/shop/digests'
    const refused = await sandbox.delete(`${path}/sha256:arm`)
    expect(refused).toMatchObject({ status: 412, body: { message: 'manifest is referenced by one or more other manifests' } })
    // A collection keeps the blobs that an index needs.
    await sandbox.post('/v2/registries/tidewater/garbage-collection')
    await sandbox.pass(18)
    expect((await sandbox.get(path)).body.meta.total).toBe(2)
    expect((await sandbox.delete(`${path}/sha256:list`)).status).toBe(204)
    expect((await sandbox.delete(`${path}/sha256:arm`)).status).toBe(204)
  })

  it('rejects images for a missing, read-only or full registry', async ({ sandbox }) => {
    await sandbox.post('/v2/registries', { name: 'tidewater' })
    const push = (image: object) => sandbox.post('/_sandbox/images', { registry: 'tidewater', repository: 'shop', ...image })
    expect((await push({ registry: 'nope' })).status).toBe(404)
    for (const [field, value] of Object.entries({ repository: '', tags: 'latest', manifests: [7], blobs: [{}], digest: 7 }))
      expect(await push({ [field]: value })).toMatchObject({ status: 422, body: { message: expect.stringContaining(field) } })
    await push({})
    expect((await push({ repository: 'second' })).body.message).toBe('The plan has no room for another repository.')
    await sandbox.post('/v2/registries/tidewater/garbage-collection')
    expect((await push({})).status).toBe(412)
  })
})

describe('the former registry path', () => {
  it('lists repositories with their latest tag, and collects only the requested kind of garbage', async ({ filled: { sandbox } }) => {
    expect((await sandbox.get('/v2/registry/tidewater/repositories')).body).toMatchObject({
      repositories: [{ name: 'storefront-web', tag_count: 3, latest_tag: { tag: 'latest', manifest_digest: 'sha256:three' } }],
      meta: { total: 1 },
    })
    await sandbox.post('/v2/registry/tidewater/garbage-collection', { type: 'unreferenced blobs only' })
    await sandbox.pass(65)
    expect((await sandbox.get('/v2/registry/tidewater/repositories/storefront-web/digests')).body.meta.total).toBe(3)
    await sandbox.post('/v2/registry/tidewater/garbage-collection', { type: 'untagged manifests only' })
    await sandbox.pass(65)
    expect((await sandbox.get('/v2/registry/tidewater/repositories/storefront-web/digests')).body.meta.total).toBe(2)
    expect((await sandbox.get('/v2/registry')).body.registry.storage_usage_bytes).toBe(1400)
  })
})

describe('a repository', () => {
  it('deletes a whole repository, and its storage with the next garbage collection', async ({ filled: { sandbox, push } }) => {
    const path = '/v2/registries/tidewater'
    expect((await sandbox.delete(`${path}/repositories/storefront-web`)).status).toBe(204)
    expect((await sandbox.get(`${path}/repositories/storefront-web/tags`)).status).toBe(404)
    expect((await sandbox.get(path)).body.registry.storage_usage_bytes).toBe(1400)
    await sandbox.post(`${path}/garbage-collection`)
    expect(() => push('tidewater', storefront)).toThrow('read-only')
  })

  it('rejects an image that exceeds the storage of the plan', async () => {
    const { sandbox, push } = createPushable()
    await sandbox.post('/v2/registries', { name: 'tidewater' })
    push('tidewater', thumbnailer)
    expect(() => push('tidewater', storefront)).toThrow('no room for another repository')
    expect(() =>
      push('tidewater', { ...thumbnailer, images: [{ blobs: [{ digest: 'sha256:big', compressed_size_bytes: 2 ** 30 }] }] }),
    ).toThrow('full')
    const pushed = push('tidewater', thumbnailer)
    expect((await pushed.get('/v2/registries/tidewater')).body.registry.storage_usage_bytes).toBe(100)
  })

  it('moves a tag to the image that is pushed with it', async ({ filled: { push } }) => {
    const sandbox = push('tidewater', { name: 'storefront-web', images: [{ digest: 'sha256:five', tags: ['latest'], blobs: [base] }] })
    const { manifests } = (await sandbox.get('/v2/registries/tidewater/repositories/storefront-web/digests')).body
    expect(manifests).toMatchObject([{ digest: 'sha256:five', tags: ['latest'] }, { digest: 'sha256:three', tags: ['2026.03.14'] }, {}, {}])
  })
})
