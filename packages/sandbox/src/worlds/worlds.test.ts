/** The worlds that a sandbox can begin with. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { it as plain } from '../../test/it.ts'
import { createTestSandbox, webServer } from '../../test/create-test-sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-worlds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const covers = '/v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1'

const it = plain.extend('tidewater', () => createTestSandbox({ world: 'tidewater' }))

describe('tidewater', () => {
  it('has the resources and ids of the examples', async ({ tidewater: { get } }) => {
    expect((await get(covers)).body.volume).toMatchObject({ name: 'covers-data', size_gigabytes: 100, filesystem_type: 'ext4' })
    expect((await get('/v2/droplets/412800101')).body.droplet).toMatchObject({ name: 'web-01', status: 'active' })
    expect((await get('/v2/databases/9cc10173-e9ea-4176-9dbc-a4cee4c4ff30')).body.database.name).toBe('orders-pg')
    expect((await get('/v2/reserved_ips/203.0.113.25')).body.reserved_ip.droplet.name).toBe('web-01')
  })

  it('has only UUIDs with a version and variant that strict parsers accept', () => {
    const text = readFileSync(new URL('../../worlds/tidewater.yaml', import.meta.url), 'utf8')
    const ids = text.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? []
    expect(ids.length).toBeGreaterThan(50)
    expect(ids.filter((id) => !/^.{14}[1-8].{4}[89ab]/.test(id))).toEqual([])
  })

  it('has its default project and VPCs from its initial time', async ({ tidewater: { get } }) => {
    const { projects } = (await get('/v2/projects?per_page=200')).body
    const { vpcs } = (await get('/v2/vpcs?per_page=200')).body
    const times = [...projects, ...vpcs].map(({ created_at: at }) => at).toSorted()
    expect(times[0]).toMatch(/^2026-03-02T09:00:00/)
    expect(times.filter((at) => at > '2026-04-13')).toEqual([])
  })

  it('has the same secrets with every seed', async () => {
    for (const seed of [7, 8]) {
      const { get } = createTestSandbox({ world: 'tidewater', seed })
      expect((await get('/v2/security/secrets/orders-db?region=nyc3')).body).toMatchObject({
        secret: 'orders-db',
        values: { DB_USER: 'shop' },
      })
    }
  })

  it('starts at a time in April 2026, with a running clock', async ({ tidewater: { get, pass } }) => {
    const { body } = await get('/_sandbox/info')
    expect(body.clock).toMatchObject({ frozen: false })
    expect(body.clock.now).toMatch(/^2026-04-13T10:00:2/)
    await pass(86_400)
    expect((await get('/_sandbox/info')).body.clock.now).toMatch(/^2026-04-14/)
  })

  it('assigns new ids to new objects', async ({ tidewater: { post, get } }) => {
    const before = (await get('/v2/droplets?per_page=200')).body.droplets.map(({ id }: { id: number }) => id)
    const { status, body } = await post('/v2/droplets', webServer)
    expect(status).toBe(202)
    expect(before).not.toContain(body.droplet.id)
    expect((await get(`/v2/actions/${body.links.actions[0].id}`)).body.action.resource_id).toBe(body.droplet.id)
  })

  it('has its initial state after a reset', async ({ tidewater: { post, delete: remove, get, tokens, credentials } }) => {
    expect((await remove('/v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1')).status).toBe(204)
    await post('/_sandbox/reset')
    expect((await get(covers)).status).toBe(200)
    expect(credentials().tokens).toEqual(tokens)
  })

  it('does not replace an existing state', async () => {
    const state = join(folder, 'state.db')
    const first = createTestSandbox({ world: 'tidewater', state })
    await first.delete(covers)
    first.close()
    const second = createTestSandbox({ world: 'empty', state })
    expect((await second.get(covers)).status).toBe(404)
    expect((await second.get('/v2/droplets/412800101')).status).toBe(200)
    await second.post('/_sandbox/reset')
    expect((await second.get(covers)).status).toBe(200)
    second.close()
  })

  it('has only its own tokens', async () => {
    const { get } = createTestSandbox({ world: 'tidewater', seed: 7 })
    const maker = createTestSandbox({ seed: 'tidewater' })
    expect((await get('/v2/account', { token: maker.tokens.full })).status).toBe(401)
  })
})

describe('empty', () => {
  it('is the default world', async ({ sandbox: { get } }) => {
    expect((await get('/v2/volumes')).body.volumes).toEqual([])
    expect((await get('/v2/droplets')).body.droplets).toEqual([])
  })

  it('rejects unknown names', () => {
    expect(() => createTestSandbox({ world: 'full' as 'empty' })).toThrow('world is "full"; it must be empty, tidewater or an object.')
  })
})
