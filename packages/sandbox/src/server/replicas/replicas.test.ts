/** Several sandboxes that share one database. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../start-sandbox.ts'
import type { StartOptions } from '../../options.ts'
import { createSandbox } from '../../create-sandbox.ts'
import { findPostgres, missingPostgresMessage } from '@spindrift/testing/find-postgres'
import { query } from '@spindrift/testing/create-database'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { attach, type OAuthSandbox, openBrowser } from '../../../test/oauth/oauth-sandbox.ts'

const isThere = findPostgres() !== undefined
let postgres: PostgresServer
const running: RunningSandbox[] = []

beforeAll(async () => {
  if (isThere) postgres = await startPostgres()
})
afterAll(() => postgres?.[Symbol.asyncDispose]())
afterEach(async () => {
  for (const sandbox of running.splice(0)) await sandbox.close()
  // Takes less time than a new database for each test.
  if (isThere) await query(postgres.url, 'DROP SCHEMA IF EXISTS spindrift CASCADE')
})

/** Starts replicas that share an empty database. */
async function startReplicas(number: number, options: StartOptions = {}) {
  const state = postgres.url
  const start = async () => {
    const sandbox = await startSandbox({ port: 0, state, checkReplies: true, ...options })
    running.push(sandbox)
    return sandbox
  }
  // At the same time, so that only one of them may create the tables and the initial state.
  const replicas = await Promise.all(Array.from({ length: number }, start))
  const [first] = replicas as [RunningSandbox]
  const { tokens } = first.credentials()
  const ask = async (replica: number, method: string, path: string, body?: Json, token = tokens.full) => {
    const response = await fetch(`${replicas[replica]?.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? undefined : JSON.parse(text)) as Json }
  }
  return { replicas, ask, start, state, tokens }
}

/** Connects to a stream of server-sent events. */
async function listenTo(address: string) {
  const abort = new AbortController()
  const { body } = await fetch(address, { signal: abort.signal })
  if (!body) throw new Error('There is no stream.')
  const events: { readonly name: string; readonly data: Json }[] = []
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = (await reader.read()).value ?? ''
  const read = async () => {
    for (;;) {
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name = '', data = 'null'] = /event: (\S+)\ndata: (.*)/.exec(block) ?? []
        if (name !== '') events.push({ name, data: JSON.parse(data) as Json })
      }
      const { value, done } = await reader.read()
      if (done) return
      rest += value
    }
  }
  read().catch(() => {})
  return { list: (name: string) => events.filter((event) => event.name === name).map(({ data }) => data), close: () => abort.abort() }
}

const droplet = (name: string) => ({ name, region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' })
const volume = (name: string) => ({ name, region: 'nyc3', size_gigabytes: 1 })

describe.skipIf(!isThere)(`several replicas${isThere ? '' : `: ${missingPostgresMessage}`}`, () => {
  it('shows an object on all replicas as soon as one has created it, and after a restart of both', async () => {
    const { replicas, ask, start } = await startReplicas(2)
    const created = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    expect(created.status).toBe(202)
    const path = `/v2/droplets/${created.body.droplet.id}`
    expect((await ask(1, 'GET', path)).body.droplet.name).toBe('web-1')
    expect((await ask(1, 'DELETE', path)).status).toBe(204)
    expect((await ask(0, 'GET', path)).status).toBe(404)
    expect((await ask(0, 'POST', '/v2/volumes', volume('kept'))).status).toBe(201)
    for (const replica of replicas) await replica.close()
    const restarted = await start()
    const { tokens } = restarted.credentials()
    const found = await restarted.fetch('http://localhost/v2/volumes', { headers: { authorization: `Bearer ${tokens.full}` } })
    expect(await found.json()).toMatchObject({ volumes: [{ name: 'kept' }] })
  })

  it('creates a name once when all replicas get it at the same time, and never reuses an id', async () => {
    const { ask } = await startReplicas(3, { rateLimits: 'off' })
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, n) => ask(n % 3, 'POST', '/v2/volumes', volume(`volume-${Math.floor(n / 3)}`))),
    )
    expect(created.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(created.filter(({ status }) => status === 409)).toHaveLength(40)
    const lists = await Promise.all([0, 1, 2].map((replica) => ask(replica, 'GET', '/v2/volumes?per_page=100')))
    expect(new Set(lists.map(({ body }) => JSON.stringify(body.volumes))).size).toBe(1)
    expect(new Set(lists[0]?.body.volumes.map(({ id }: { id: string }) => id)).size).toBe(20)
  })

  it('writes although a replica hangs while it holds the write lock', async () => {
    const { ask, state } = await startReplicas(2, { rateLimits: 'off' })
    const { default: pg } = await import('pg')
    const stopped = new pg.Client(state)
    await stopped.connect()
    await stopped.query('SELECT pg_advisory_lock(1936746611, 2)')
    const created = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n % 2, 'POST', '/v2/volumes', volume(`volume-${n}`))))
    expect(created.filter(({ status }) => status === 201)).toHaveLength(40)
    await stopped.end()
  })

  it('limits requests to 250 a minute over all replicas', async () => {
    const { ask } = await startReplicas(3)
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const responses = await Promise.all(Array.from({ length: 30 }, (_, k) => ask(k % 3, 'GET', '/v2/account')))
      statuses.push(...responses.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(250)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    expect((await ask(1, 'GET', '/v2/account')).headers.get('ratelimit-remaining')).toBe('0')
  })

  it('continues the rate limits after the limit log was compacted', async () => {
    const { replicas, ask, start, state } = await startReplicas(2)
    const left = async (replica: number) => Number((await ask(replica, 'GET', '/v2/account')).headers.get('ratelimit-remaining'))
    expect([await left(0), await left(1)]).toEqual([4999, 4998])
    // Simulates many requests to other replicas.
    const pass = (last: number) =>
      query(
        state,
        `INSERT INTO spindrift.limit_log (position, data) SELECT n, '{"id":"x","operations":[]}' FROM generate_series((SELECT max(position) + 1 FROM spindrift.limit_log), ${last}) AS n`,
      )
    const positions = () =>
      query<{ readonly of: number }>(state, 'SELECT position::integer AS of FROM spindrift.limit_totals ORDER BY position').then((rows) =>
        rows.map((row) => row.of),
      )
    for (const [n, end] of [5000, 10_000, 15_000].entries()) {
      await pass(end - 1)
      expect(await left(0)).toBe(4997 - n)
      await expect.poll(positions).toContain(end)
    }
    expect(await positions()).toEqual([10_000, 15_000])
    expect(await query(state, 'SELECT min(position)::integer AS first FROM spindrift.limit_log')).toEqual([{ first: 10_001 }])
    // A replica without requests meanwhile, and a new replica.
    expect(await left(1)).toBe(4994)
    replicas.push(await start())
    expect(await left(2)).toBe(4993)
  })

  it('exhausts and refills a limit on all replicas', async () => {
    const { ask } = await startReplicas(2)
    await ask(0, 'GET', '/v2/account')
    const rateLimits = await ask(0, 'GET', '/_sandbox/rate-limits')
    const used = rateLimits.body.tokens.find(({ limits }: { limits: { remaining: number }[] }) => limits[0]?.remaining === 4999)
    const set = (replica: number, to: string) => ask(replica, 'POST', '/_sandbox/rate-limits', { token: used.token, name: 'minute', to })
    expect((await set(0, 'exhausted')).status).toBe(200)
    expect((await ask(1, 'GET', '/v2/account')).status).toBe(429)
    expect((await set(1, 'full')).status).toBe(200)
    expect((await ask(0, 'GET', '/v2/account')).status).toBe(200)
  })

  it('accepts a new token on all replicas, and rejects a deleted one on all', async () => {
    const { ask } = await startReplicas(2)
    const { body } = await ask(0, 'POST', '/_sandbox/accounts')
    const token: string = body.tokens.full
    expect((await ask(1, 'GET', '/v2/account', undefined, token)).status).toBe(200)
    expect((await ask(1, 'DELETE', '/_sandbox/accounts', { id: body.id })).status).toBe(200)
    expect((await ask(0, 'GET', '/v2/account', undefined, token)).status).toBe(401)
  })

  it('derives the key of a password outside of the event loop for a user that another replica has just created', async () => {
    const { replicas } = await startReplicas(2)
    const [one, other] = replicas.map(({ url, credentials }) => attach(url, credentials())) as [OAuthSandbox, OAuthSandbox]
    const browser = openBrowser(other)
    const page = await browser.go(other.link())
    const { user } = await one.addUser()
    const held = vi.spyOn(crypto, 'scryptSync').mockImplementation(() => {
      throw new Error('The event loop is blocked.')
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      held.mockRestore()
      syncBuiltinESMExports()
    })
    expect((await browser.submit(page, { email: user.email, password: 'harbour-1' })).status).toBe(303)
  })

  it('shares one clock, and completes an action once', async () => {
    const { ask } = await startReplicas(2)
    const created = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    const path = `/v2/droplets/${created.body.droplet.id}`
    await ask(1, 'POST', '/_sandbox/clock', { frozen: true, advance_seconds: 3600 })
    const [one, other] = await Promise.all([ask(0, 'GET', path), ask(1, 'GET', path)])
    expect([one.body.droplet.status, other.body.droplet.status]).toEqual(['active', 'active'])
    const [clock, same] = await Promise.all([ask(0, 'GET', '/_sandbox/clock'), ask(1, 'GET', '/_sandbox/clock')])
    expect(clock.body).toEqual(same.body)
  })

  it('counts a request by the clock that another replica has just moved', async () => {
    const { ask } = await startReplicas(2)
    await ask(1, 'GET', '/v2/account')
    const { body: clock } = await ask(0, 'POST', '/_sandbox/clock', { frozen: true, advance_seconds: 7200 })
    const { headers } = await ask(1, 'GET', '/v2/account')
    expect(Number(headers.get('ratelimit-reset')) * 1000).toBeGreaterThanOrEqual(Date.parse(clock.now))
    expect(headers.get('ratelimit-remaining')).toBe('4999')
  })

  it('applies a fault as often as requested, over all replicas', async () => {
    const { ask } = await startReplicas(2)
    await ask(0, 'POST', '/_sandbox/faults', { operation: 'account_get', status: 500, times: 3 })
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n % 2, 'GET', '/v2/account')))
    expect(responses.filter(({ status }) => status === 500)).toHaveLength(3)
    expect((await ask(1, 'GET', '/_sandbox/faults')).body.faults).toEqual([])
  })

  it('restores a snapshot and resets the state on all replicas', async () => {
    const { ask } = await startReplicas(2)
    const names = async (replica: number) =>
      (await ask(replica, 'GET', '/v2/volumes')).body.volumes.map(({ name }: { name: string }) => name)
    await ask(0, 'POST', '/v2/volumes', volume('one'))
    expect((await ask(0, 'POST', '/_sandbox/snapshots', { name: 'clean' })).status).toBe(200)
    await ask(1, 'POST', '/v2/volumes', volume('two'))
    expect((await ask(1, 'GET', '/_sandbox/snapshots')).body.snapshots).toEqual(['clean'])
    expect((await ask(1, 'POST', '/_sandbox/snapshots/restore', { name: 'clean' })).status).toBe(200)
    expect([await names(0), await names(1)]).toEqual([['one'], ['one']])
    expect((await ask(0, 'POST', '/_sandbox/reset')).status).toBe(200)
    expect([await names(1), await names(0)]).toEqual([[], []])
    await ask(1, 'POST', '/v2/volumes', volume('three'))
    expect(await names(0)).toEqual(['three'])
  })

  it('streams the events of its own requests, without those of a batch that was undone', async () => {
    const { replicas, ask } = await startReplicas(2, { rateLimits: 'off' })
    const events = await listenTo(`${replicas[0]?.url}/_sandbox/events?topics=changes,requests`)
    const created = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n % 2, 'POST', '/v2/volumes', volume(`volume-${n}`))))
    const own = created.filter((_, n) => n % 2 === 0).map(({ body }) => body.volume.id as string)
    await expect.poll(() => events.list('request').length, { timeout: 10_000 }).toBe(10)
    const streamed = events.list('change').flatMap(({ objects }) => objects.map(({ id }: { id: string }) => id))
    expect(streamed.toSorted()).toEqual(own.toSorted())
    events.close()
  })

  it('logs its own requests, and clears only its own log', async () => {
    const { ask } = await startReplicas(2)
    const created = await ask(1, 'POST', '/v2/volumes', volume('shown'))
    await ask(0, 'GET', `/v2/volumes/${created.body.volume.id}`)
    const list = async (replica: number) => {
      const { body } = await ask(replica, 'GET', '/_sandbox/requests')
      return body.requests.map(({ method, number }: { method: string; number: number }) => `${number} ${method}`)
    }
    expect([await list(0), await list(1)]).toEqual([['1 GET'], ['1 POST']])
    const history = async (replica: number) =>
      (await ask(replica, 'GET', `/_sandbox/objects/Volume/${created.body.volume.id}`)).body.object.history
    expect([await history(0), await history(1)]).toMatchObject([[], [{ change: { type: 'created' } }]])
    expect((await ask(0, 'DELETE', '/_sandbox/requests')).status).toBe(200)
    expect([await list(0), await list(1)]).toEqual([[], ['1 POST']])
  })

  it('saves a snapshot and the state that it copies in one transaction', async () => {
    const { ask, state } = await startReplicas(2, { actionSeconds: 0.1 })
    const created = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    await query(state, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$")
    await query(state, 'CREATE TRIGGER refuse BEFORE INSERT ON spindrift.snapshots EXECUTE FUNCTION refuse()')
    await new Promise((resolve) => setTimeout(resolve, 200))
    // The pending action completes in the same request.
    expect((await ask(0, 'POST', '/_sandbox/snapshots', { name: 'clean' })).status).toBe(503)
    await query(state, 'DROP TRIGGER refuse ON spindrift.snapshots')
    const snapshots = async (replica: number) => (await ask(replica, 'GET', '/_sandbox/snapshots')).body.snapshots
    expect([await snapshots(0), await snapshots(1)]).toEqual([[], []])
    expect((await ask(0, 'POST', '/_sandbox/snapshots', { name: 'clean' })).status).toBe(200)
    expect((await ask(1, 'GET', `/v2/droplets/${created.body.droplet.id}`)).body.droplet.status).toBe('active')
    expect([await snapshots(0), await snapshots(1)]).toEqual([['clean'], ['clean']])
    expect((await ask(1, 'POST', '/_sandbox/snapshots/restore', { name: 'clean' })).status).toBe(200)
    // Older images are deleted.
    expect(await query(state, 'SELECT count(DISTINCT version)::integer AS images FROM spindrift.images')).toEqual([{ images: 1 }])
  })

  it('writes an image after many changes, from which a new replica starts', { timeout: 120_000 }, async () => {
    const { replicas, ask, start, state } = await startReplicas(2)
    const created = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n % 2, 'POST', '/_sandbox/accounts')))
    // The first request to an account creates its objects; some accounts get none before the image is written.
    await Promise.all(created.slice(0, 40).map(({ body }, n) => ask(n % 2, 'GET', '/v2/account', undefined, body.tokens.full)))
    const image = async () =>
      (await query<{ readonly of: number }>(state, 'SELECT max(version)::integer AS of FROM spindrift.images'))[0]?.of
    await expect.poll(image).toBeGreaterThan(0)
    replicas.push(await start())
    const shown = await Promise.all(created.map(({ body }) => ask(2, 'GET', '/v2/account', undefined, body.tokens.full)))
    expect(shown.map(({ body }) => body.account.email)).toEqual(created.map(({ body }) => body.email))
  })

  it('answers a request before it stops, even if Postgres takes longer than a second', async () => {
    const { replicas, ask, state } = await startReplicas(2)
    const { default: pg } = await import('pg')
    const slow = new pg.Client(state)
    await slow.connect()
    await slow.query('BEGIN; LOCK TABLE spindrift.log')
    const response = ask(0, 'POST', '/v2/volumes', volume('late'))
    await expect.poll(() => query(state, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).toHaveLength(1)
    const closing = replicas[0]?.close()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await slow.query('COMMIT')
    expect((await response).status).toBe(201)
    await closing
    await slow.end()
    expect((await ask(1, 'GET', '/v2/volumes')).body.volumes).toHaveLength(1)
  })

  it('answers 503 with retry-after while Postgres is unreachable, and loses nothing', async () => {
    const { ask } = await startReplicas(1)
    expect((await ask(0, 'POST', '/v2/volumes', volume('before'))).status).toBe(201)
    await postgres.kill()
    const refused = await ask(0, 'POST', '/v2/volumes', volume('meanwhile'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await ask(0, 'GET', '/_sandbox/ready')).status).toBe(503)
    expect((await ask(0, 'GET', '/_sandbox/health')).status).toBe(200)
    await postgres.start()
    await expect.poll(async () => (await ask(0, 'POST', '/v2/volumes', volume('after'))).status, { timeout: 20_000 }).toBe(201)
    const { body } = await ask(0, 'GET', '/v2/volumes')
    expect(body.volumes.map(({ name }: { name: string }) => name)).toEqual(['after', 'before'])
  })
})

it('rejects a state in Postgres in createSandbox(), and one that cannot be reached in startSandbox()', async () => {
  const state = 'postgres://127.0.0.1:1/none'
  expect(() => createSandbox({ state })).toThrow('startSandbox()')
  await expect(startSandbox({ port: 0, state })).rejects.toThrow(/^postgres:\/\/127\.0\.0\.1:1\/none cannot be used: .*Check that it runs/)
})
