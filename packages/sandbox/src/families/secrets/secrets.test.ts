import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

const at = '/v2/security/secrets'
const first = { DB_USER: 'shop', DB_PASSWORD: 'example-password-1' }
const second = { DB_PASSWORD: 'example-password-2' }
const day = 86_400

async function make(sandbox: TestSandbox, more: Fields<typeof at> = {}) {
  const response = await sandbox.post(at, { name: 'orders-db', region: 'nyc3', values: first, ...more })
  expect(response.status, response.body.message).toBe(201)
  return response.body
}

describe('secrets', () => {
  it('returns values for one secret, and in no list', async ({ sandbox }) => {
    expect(await make(sandbox)).toEqual({ name: 'orders-db', region: 'nyc3', version: 1 })
    const { body } = await sandbox.get(`${at}/orders-db?region=nyc3`)
    expect(body).toMatchObject({ secret: 'orders-db', region: 'nyc3', version: 1, values: first, delete_requested_at: null })
    const { values: _, ...listed } = body
    expect((await sandbox.get(at)).body).toEqual({ secrets: [listed], unavailable_regions: [], meta: { total: 1 } })
  })

  it('creates a version with every update, which replaces all values', async ({ sandbox }) => {
    await make(sandbox)
    const created = (await sandbox.get(`${at}/orders-db`)).body
    await sandbox.pass(60)
    const change = { region: 'nyc3', version: 1, values: second }
    expect(await sandbox.put(`${at}/orders-db`, change)).toMatchObject({ status: 200, body: { name: 'orders-db', version: 2 } })
    const after = (await sandbox.get(`${at}/orders-db`)).body
    expect(after).toMatchObject({ version: 2, values: second, created_at: created.created_at })
    expect(after.values).toEqual(second)
    expect(after.updated_at > created.updated_at).toBe(true)
    expect(await sandbox.put(`${at}/orders-db`, change)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('version 2') },
    })
    expect((await sandbox.put(`${at}/orders-db`, { ...change, region: 'ams3' })).status).toBe(404)
    const { versions, meta } = (await sandbox.get(`${at}/orders-db/versions`)).body
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    expect([versions[0].created_at, versions[1].created_at, meta.total]).toEqual([after.updated_at, created.created_at, 2])
  })

  it('keeps the last hundred versions', async ({ unlimited: sandbox }) => {
    await make(sandbox)
    for (let version = 1; version <= 100; version += 1) await sandbox.put(`${at}/orders-db`, { region: 'nyc3', version, values: second })
    const { versions, meta } = (await sandbox.get(`${at}/orders-db/versions?per_page=200`)).body
    expect([meta.total, versions[0].version, versions.at(-1).version]).toEqual([100, 101, 2])
  })

  it('has unique names by region, and finds the only secret of a name without its region', async ({ sandbox }) => {
    await make(sandbox)
    expect((await sandbox.post(at, { name: 'orders-db', region: 'nyc3', values: second })).status).toBe(409)
    expect((await sandbox.get(`${at}/orders-db`)).body.region).toBe('nyc3')
    await make(sandbox, { region: 'ams3', values: second })
    for (const path of ['', '/versions']) {
      const refused = await sandbox.get(`${at}/orders-db${path}`)
      expect(refused).toMatchObject({ status: 422, body: { message: expect.stringMatching(/^region: .*(ams3.*nyc3|nyc3.*ams3)/) } })
    }
    expect((await sandbox.get(`${at}/orders-db?region=ams3`)).body.values).toEqual(second)
    expect((await sandbox.get(`${at}/orders-db?region=nyc3`)).body.values).toEqual(first)
    expect((await sandbox.get(`${at}/orders-db?region=lon1`)).status).toBe(404)
    expect((await sandbox.delete(`${at}/orders-db`)).status).toBe(422)
    expect((await sandbox.post(at, { name: 'x', region: 'nyc2', values: first })).status).toBe(201)
    expect((await sandbox.post(at, { name: 'x', region: 'ams1', values: first })).status).toBe(422)
  })

  it.each([
    { name: 'a value that is too long', values: { KEY: 'x'.repeat(8193) } },
    { name: 'a number', values: { PIN: 4711 } },
  ])('are rejected with $name, without their values in the error', async ({ values }) => {
    const { status, body } = await createTestSandbox().post(at, forbidden({ name: 'orders-db', region: 'nyc3', values }))
    expect(status).toBe(422)
    expect(body.message).toContain('values')
    expect(body.message).not.toMatch(/xxxx|4711/)
  })

  it.each([
    { name: 'at real times', options: {} },
    { name: 'when actions take no time', options: { actionSeconds: 0 } },
  ])('can be restored for 7 days, then they are gone, $name', async ({ options }) => {
    const sandbox = createTestSandbox(options)
    const path = `${at}/orders-db?region=nyc3` as const
    const restore = () => sandbox.post(`${at}/orders-db/restore?region=nyc3`)
    await make(sandbox)
    expect((await restore()).status).toBe(409)
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.delete(path)).status).toBe(409)
    const deleted = (await sandbox.get(path)).body
    expect(deleted).not.toHaveProperty('values')
    expect(deleted.delete_requested_at).toMatch(/^20/)
    expect((await sandbox.get(at)).body.secrets).toEqual([deleted])
    expect((await sandbox.put(`${at}/orders-db`, { region: 'nyc3', version: 1, values: second })).status).toBe(409)
    expect(await sandbox.post(at, { name: 'orders-db', region: 'nyc3', values: first })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('restored') },
    })
    await sandbox.pass(7 * day - 60)
    expect(await restore()).toMatchObject({ status: 200, body: { name: 'orders-db', region: 'nyc3', version: 1 } })
    await sandbox.pass(day)
    expect((await sandbox.get(path)).body).toMatchObject({ values: first, delete_requested_at: null })
    await sandbox.delete(path)
    await sandbox.pass(7 * day + 1)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await restore()).status).toBe(404)
    expect(await make(sandbox, { values: second })).toMatchObject({ version: 1 })
    expect((await sandbox.get(`${at}/orders-db/versions?region=nyc3`)).body.meta.total).toBe(1)
  })

  it('returns 422 for the 501st secret of a region', async ({ unlimited: sandbox }) => {
    for (let n = 0; n < 500; n += 1) await make(sandbox, { name: `key-${n}` })
    expect((await sandbox.post(at, { name: 'one-more', region: 'nyc3', values: first })).status).toBe(422)
    await make(sandbox, { name: 'one-more', region: 'ams3' })
  })

  it('stores no plain value in the state file, a snapshot or the request log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-kept-secrets-'))
    const noted: unknown[] = []
    const state = join(folder, 'state.db')
    const sandbox = createTestSandbox({ state, onRequest: (request) => noted.push(request) })
    await make(sandbox)
    await sandbox.put(`${at}/orders-db`, { region: 'nyc3', version: 1, values: { ...second, API_KEY: 'quay-side-key' } })
    await sandbox.put(`${at}/orders-db`, { region: 'nyc3', version: 1, values: { DB_PASSWORD: 'never-stored' } })
    await sandbox.post('/_sandbox/snapshots', { name: 'kept' })
    sandbox.close()
    const readAll = (path: string): string =>
      readdirSync(path, { withFileTypes: true })
        .map((entry) => (entry.isDirectory() ? readAll(join(path, entry.name)) : readFileSync(join(path, entry.name), 'latin1')))
        .join()
    const stored = readAll(folder)
    expect(stored).toContain('orders-db')
    expect(noted.length).toBeGreaterThan(2)
    for (const value of ['example-password-1', 'example-password-2', 'quay-side-key', 'never-stored', 'API_KEY']) {
      expect(stored).not.toContain(value)
      expect(JSON.stringify(noted)).not.toContain(value)
    }
    const restarted = createTestSandbox({ state })
    expect((await restarted.get(`${at}/orders-db`)).body.values).toEqual({ ...second, API_KEY: 'quay-side-key' })
    restarted.close()
    rmSync(folder, { recursive: true })
  })
})
