import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const keys = '/v2/spaces/keys'
const covers = { bucket: 'covers', permission: 'readwrite' } as const

describe('Spaces keys', () => {
  it('returns the secret once, on create', async ({ sandbox }) => {
    const created = await sandbox.post(keys, { name: 'covers-upload', grants: [covers] })
    expect(created.status).toBe(201)
    const { secret_key: secret, ...key } = created.body.key
    expect(key).toMatchObject({ name: 'covers-upload', grants: [covers] })
    expect(key.access_key).toMatch(/^DO[0-9A-Z]{18}$/)
    expect(secret).toMatch(/^[A-Za-z0-9+]{43}$/)
    const path = `${keys}/${key.access_key}` as const
    expect((await sandbox.get(path)).body).toEqual({ key, keys: [key] })
    expect((await sandbox.get(keys)).body.keys).toEqual([key])
    expect((await sandbox.put(path, { name: 'a', grants: [covers] })).body.key).not.toHaveProperty('secret_key')
    expect((await sandbox.delete(path)).status).toBe(204)
  })

  it('replaces a key with PUT and updates it with PATCH', async ({ sandbox }) => {
    const { access_key: id } = (await sandbox.post(keys, { name: 'covers-upload', grants: [covers] })).body.key
    const path = `${keys}/${id}` as const
    expect((await sandbox.patch(path, { name: 'renamed' })).body.key).toMatchObject({ name: 'renamed', grants: [covers] })
    expect((await sandbox.patch(path, { grants: null })).body.key.grants).toEqual([covers])
    expect((await sandbox.patch(path, { grants: [] })).body.key.grants).toEqual([])
    await sandbox.patch(path, { grants: [covers] })
    expect((await sandbox.put(path, { name: 'again' })).body.key).toMatchObject({ name: 'again', grants: [], access_key: id })
  })

  it('creates a key without grants', async ({ sandbox }) => {
    const grants = [
      { bucket: '', permission: '' },
      { bucket: 'covers', permission: '' },
    ] as const
    const created = await sandbox.post(keys, { name: 'idle', grants })
    expect(created).toMatchObject({ status: 201, body: { key: { grants } } })
    expect((await sandbox.get(`${keys}/${created.body.key.access_key}`)).body.key.grants).toEqual(grants)
  })

  const full = { bucket: '', permission: 'fullaccess' } as const
  const wrong = [[{ ...full, bucket: 'covers' }], [full, covers], [{ bucket: '', permission: 'read' }]]
  it.each(wrong)('returns 422 for contradictory grants: %o', async (...grants) => {
    const sandbox = createTestSandbox()
    await expectRefusal(sandbox.post(keys, forbidden({ name: 'a', grants })), 422, 'grants.')
    const { access_key: id } = (await sandbox.post(keys, { name: 'a', grants: [full] })).body.key
    expect((await sandbox.patch(`${keys}/${id}`, forbidden({ grants }))).status).toBe(422)
    expect((await sandbox.put(`${keys}/${id}`, forbidden({ name: 'a', grants }))).status).toBe(422)
  })

  it('filters and sorts keys', async ({ sandbox }) => {
    await sandbox.post(keys, { name: 'b', grants: [covers] })
    await sandbox.post(keys, { name: 'c', grants: [{ bucket: 'covers', permission: 'read' }] })
    await sandbox.post(keys, { name: 'a' })
    const names = async (query: string) => (await sandbox.get(`${keys}?${query}`)).body.keys.map(({ name }) => name)
    expect(await names('')).toEqual(['a', 'c', 'b'])
    expect(await names('sort_direction=asc')).toEqual(['b', 'c', 'a'])
    expect(await names('sort=name')).toEqual(['c', 'b', 'a'])
    expect(await names('sort=name&sort_direction=asc&per_page=2&page=2')).toEqual(['c'])
    expect(await names('bucket=covers&permission=read')).toEqual(['c'])
    expect(await names('name=b')).toEqual(['b'])
  })
})
