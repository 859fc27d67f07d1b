import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

const at = '/v2/functions/namespaces'
const nightly = { cron: '30 3 * * *', body: { name: 'carts', older_than_days: 14 } } as const
const closeCarts = {
  name: 'close-old-carts',
  function: 'orders/close-carts',
  type: 'SCHEDULED',
  is_enabled: true,
  scheduled_details: nightly,
} as const

async function createNamespace(sandbox: TestSandbox, label = 'orders') {
  const { status, body } = await sandbox.post(at, { region: 'tor1', label })
  expect(status).toBe(200)
  return body.namespace
}

/** Sets and freezes the clock. */
const freeze = (sandbox: TestSandbox, now: string) => sandbox.post('/_sandbox/clock', { now, frozen: true })

describe('functions namespaces', () => {
  it('are created from the request of the command line tool', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(at, { namespace: { label: 'orders', Region: 'tor1' } })
    expect(status).toBe(200)
    expect(body.namespace).toMatchObject({ label: 'orders', region: 'tor1', api_host: 'https://faas-tor1.spindrift.example' })
    expect((await sandbox.post(at, { namespace: { label: 'orders', Region: 'sfo2' } })).status).toBe(404)
    expect((await sandbox.post(at, forbidden({ namespace: { label: 'orders' } }))).status).toBe(422)
    const nothing = await sandbox.post(at, forbidden({ label: 'orders', region: 'tor1', namespace: null }))
    expect(nothing).toMatchObject({ status: 200, body: { namespace: { label: 'orders', region: 'tor1' } } })
  })

  it('[families-functions-namespaces-only] are created with an API host and a key, found, and deleted with their content', async ({
    sandbox,
  }) => {
    const namespace = await createNamespace(sandbox)
    expect(namespace.namespace).toMatch(/^fn-[0-9a-f-]{36}$/)
    expect(namespace).toMatchObject({ label: 'orders', region: 'tor1', api_host: 'https://faas-tor1.spindrift.example' })
    expect(namespace.key).toHaveLength(64)
    const path = `${at}/${namespace.namespace}` as const
    expect((await sandbox.get(path)).body.namespace).toEqual(namespace)
    expect((await sandbox.get(`${at}/${namespace.uuid}`)).status).toBe(404)
    expect((await sandbox.get(at)).body).toMatchObject({ namespaces: [namespace], meta: { total: 1 } })
    await sandbox.post(`${path}/keys`, { name: 'ci' })
    await sandbox.post(`${path}/triggers`, closeCarts)
    expect((await sandbox.delete(path)).status).toBe(204)
    for (const deletedPath of [path, `${path}/keys`, `${path}/triggers`, `${path}/triggers/close-old-carts`] as const)
      expect((await sandbox.get(deletedPath)).status).toBe(404)
  })

  it('include one sandbox namespace, created on first use', async ({ sandbox }) => {
    const { status, body } = await sandbox.post('/v2/functions/sandbox')
    expect(status).toBe(200)
    expect(body.namespace).toMatchObject({ label: 'sandbox', region: 'nyc1', api_host: 'https://faas-nyc1.spindrift.example' })
    // A namespace with the same label is another namespace.
    await createNamespace(sandbox, 'sandbox')
    expect((await sandbox.post('/v2/functions/sandbox')).body).toEqual(body)
    expect((await sandbox.get(at)).body.meta.total).toBe(2)
    await sandbox.delete(`${at}/${body.namespace.namespace}`)
    const next = (await sandbox.post('/v2/functions/sandbox')).body
    expect(next.namespace.namespace).not.toBe(body.namespace.namespace)
    for (let n = 2; n < 10; n += 1) await createNamespace(sandbox)
    expect((await sandbox.post('/v2/functions/sandbox')).body).toEqual(next)
    await sandbox.delete(`${at}/${next.namespace.namespace}`)
    await createNamespace(sandbox)
    expect((await sandbox.post('/v2/functions/sandbox')).status).toBe(422)
  })

  it('are rejected in regions without functions and beyond ten; labels may repeat', async ({ sandbox }) => {
    expect(await sandbox.post(at, { region: 'nyc2', label: 'orders' })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('nyc2') },
    })
    for (let n = 0; n < 10; n += 1) await createNamespace(sandbox)
    expect((await sandbox.post(at, { region: 'tor1', label: 'one more' })).status).toBe(422)
  })
})

describe('functions access keys', () => {
  it('return their secret once, and expire by the sandbox clock', async ({ sandbox }) => {
    await freeze(sandbox, '2026-03-03T11:10:00Z')
    const path = `${at}/${(await createNamespace(sandbox)).namespace}/keys` as const
    const created = await sandbox.post(path, { name: 'deploy-from-ci', expires_in: '30d' })
    expect(created).toMatchObject({ status: 201, body: { access_key: { name: 'deploy-from-ci', expires_at: '2026-04-02T11:10:00Z' } } })
    const { secret, ...key } = created.body.access_key
    expect(key.id).toMatch(/^dof_v1_[0-9a-f]{16}$/)
    expect(secret).toHaveLength(64)
    expect((await sandbox.post(path, { name: 'shop', expires_in: '12h' })).body.access_key.expires_at).toBe('2026-03-03T23:10:00Z')
    expect((await sandbox.post(path, { name: 'storefront' })).body.access_key.expires_at).toBeNull()
    const listing = (await sandbox.get(path)).body
    expect(listing).toMatchObject({ count: 3, meta: { total: 3 } })
    expect(listing.access_keys.at(-1)).toEqual(key)
    expect(JSON.stringify(listing)).not.toContain(secret)
  })

  it('require a unique name, and are renamed and deleted', async ({ sandbox }) => {
    const path = `${at}/${(await createNamespace(sandbox)).namespace}/keys` as const
    const { id } = (await sandbox.post(path, { name: 'one' })).body.access_key
    await sandbox.post(path, { name: 'two' })
    expect((await sandbox.post(path, { name: 'one' })).status).toBe(409)
    expect((await sandbox.put(`${path}/${id}`, { name: 'two' })).status).toBe(409)
    expect((await sandbox.put(`${path}/${id}`, { name: 'three' })).body.access_key).toMatchObject({ id, name: 'three' })
    expect((await sandbox.delete(`${path}/${id}`)).status).toBe(204)
    expect((await sandbox.put(`${path}/${id}`, { name: 'four' })).status).toBe(404)
    expect((await sandbox.post(path, { name: 'bad', expires_in: 'tomorrow' })).status).toBe(422)
  })
})

describe('functions triggers', () => {
  it('run on schedule as the clock moves, and not while they are disabled', async ({ sandbox }) => {
    await freeze(sandbox, '2026-03-03T11:20:00Z')
    const path = `${at}/${(await createNamespace(sandbox)).namespace}/triggers` as const
    const { status, body } = await sandbox.post(path, closeCarts)
    expect(status).toBe(200)
    expect(body.trigger).toMatchObject({
      scheduled_details: nightly,
      scheduled_runs: { last_run_at: null, next_run_at: '2026-03-04T03:30:00Z' },
    })
    await freeze(sandbox, '2026-03-14T08:00:00Z')
    const ran = { last_run_at: '2026-03-14T03:30:00Z', next_run_at: '2026-03-15T03:30:00Z' }
    expect((await sandbox.get(`${path}/close-old-carts`)).body.trigger.scheduled_runs).toEqual(ran)
    expect((await sandbox.get(path)).body.triggers[0].scheduled_runs).toEqual(ran)
    const off = (await sandbox.put(`${path}/close-old-carts`, { is_enabled: false })).body.trigger
    expect(off).toMatchObject({
      is_enabled: false,
      scheduled_details: nightly,
      scheduled_runs: { last_run_at: ran.last_run_at, next_run_at: null },
    })
    await freeze(sandbox, '2026-03-20T08:00:00Z')
    const on = (await sandbox.put(`${path}/close-old-carts`, { is_enabled: true, scheduled_details: { cron: '*/5 9-17 * * mon-fri' } }))
      .body.trigger
    expect(on.scheduled_details).toEqual({ cron: '*/5 9-17 * * mon-fri' })
    expect(on.scheduled_runs).toEqual({ last_run_at: ran.last_run_at, next_run_at: '2026-03-20T09:00:00Z' })
    expect((await sandbox.delete(`${path}/close-old-carts`)).status).toBe(204)
    expect((await sandbox.get(`${path}/close-old-carts`)).status).toBe(404)
  })

  it('are rejected with a taken name, an invalid schedule or a missing function', async ({ sandbox }) => {
    const path = `${at}/${(await createNamespace(sandbox)).namespace}/triggers` as const
    await sandbox.post(path, closeCarts)
    expect((await sandbox.post(path, closeCarts)).status).toBe(409)
    const other = { ...closeCarts, name: 'other' } as const
    const crons = ['61 * * * *', '* * * *   ', '0 0 30 2 *', '0 0 31 apr,jun *', '1-x * * * *', '*/0 * * * *', 'every night', '9-3 * * * *']
    for (const cron of crons) {
      expect(await sandbox.post(path, { ...other, scheduled_details: { cron } }), cron).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('scheduled_details.cron') },
      })
    }
    expect((await sandbox.post(path, { ...other, function: 'orders/carts/close' })).status).toBe(422)
    expect((await sandbox.post(path, { ...other, function: 'close-carts' })).status).toBe(200)
    expect((await sandbox.post(`${at}/fn-none/triggers`, closeCarts)).status).toBe(404)
  })

  it.for([
    { cron: '0 0 29 2 *', next: '2028-02-29T00:00:00Z' },
    { cron: '0 12 1 * sun', next: '2026-03-08T12:00:00Z' },
    { cron: '15,45 */6 * jan,dec *', next: '2026-12-01T00:15:00Z' },
    { cron: '0 0 * * 7', next: '2026-03-08T00:00:00Z' },
    // One of two restricted day fields suffices.
    { cron: '0 0 30 2 mon', next: '2027-02-01T00:00:00Z' },
  ])('parse the schedule $cron', async ({ cron, next }, { sandbox }) => {
    await freeze(sandbox, '2026-03-03T11:20:00Z')
    const path = `${at}/${(await createNamespace(sandbox)).namespace}/triggers` as const
    const { body } = await sandbox.post(path, { ...closeCarts, scheduled_details: { cron, body: null } })
    expect(body.trigger.scheduled_runs.next_run_at).toBe(next)
    expect(body.trigger.scheduled_details).toEqual({ cron, body: null })
  })
})
