/** Several sandboxes on one database, asked at random as a balancer would. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../start-sandbox.ts'
import type { StartOptions } from '../../options.ts'
import { createSandbox } from '../../create-sandbox.ts'
import { findPostgres, withoutPostgres } from '@spindrift/testing/find-postgres'
import { createDatabase, query } from '@spindrift/testing/create-database'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import type { Json } from '../../../test/make-sandbox.ts'
import { attach, type OAuthSandbox, openBrowser } from '../../../test/oauth/visit.ts'

const isThere = findPostgres() !== undefined
let postgres: PostgresServer
const running: RunningSandbox[] = []

beforeAll(async () => {
  if (isThere) postgres = await startPostgres()
})
afterAll(() => postgres?.[Symbol.asyncDispose]())
afterEach(async () => {
  for (const sandbox of running.splice(0)) await sandbox.close()
})

/** A database of its own. */
async function startReplicas(number: number, options: StartOptions = {}) {
  const { url: state } = await createDatabase(postgres.url)
  const start = async () => {
    const sandbox = await startSandbox({ port: 0, state, checkReplies: true, ...options })
    running.push(sandbox)
    return sandbox
  }
  // At the same time: one of them makes the tables and the world.
  const replicas = await Promise.all(Array.from({ length: number }, start))
  const [first] = replicas as [RunningSandbox]
  const { tokens } = first.credentials()
  const ask = async (of: number, method: string, path: string, body?: Json, token = tokens.full) => {
    const response = await fetch(`${replicas[of]?.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? undefined : JSON.parse(text)) as Json }
  }
  return { replicas, ask, start, state, tokens }
}

/** Server-sent events, as they come. */
async function listenTo(address: string) {
  const abort = new AbortController()
  const { body } = await fetch(address, { signal: abort.signal })
  if (!body) throw new Error('There is no stream.')
  const heard: { readonly name: string; readonly data: Json }[] = []
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = (await reader.read()).value ?? ''
  const read = async () => {
    for (;;) {
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, name = '', data = 'null'] = /event: (\S+)\ndata: (.*)/.exec(block) ?? []
        if (name !== '') heard.push({ name, data: JSON.parse(data) as Json })
      }
      const { value, done } = await reader.read()
      if (done) return
      rest += value
    }
  }
  read().catch(() => {})
  return { of: (name: string) => heard.filter((each) => each.name === name).map(({ data }) => data), leave: () => abort.abort() }
}

const droplet = (name: string) => ({ name, region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' })
const volume = (name: string) => ({ name, region: 'nyc3', size_gigabytes: 1 })

describe.skipIf(!isThere)(`several replicas${isThere ? '' : `: ${withoutPostgres}`}`, () => {
  it('has what was made on one replica on the other at once, and after a restart of both', async () => {
    const { replicas, ask, start } = await startReplicas(2)
    const made = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    expect(made.status).toBe(202)
    const path = `/v2/droplets/${made.body.droplet.id}`
    expect((await ask(1, 'GET', path)).body.droplet.name).toBe('web-1')
    expect((await ask(1, 'DELETE', path)).status).toBe(204)
    expect((await ask(0, 'GET', path)).status).toBe(404)
    expect((await ask(0, 'POST', '/v2/volumes', volume('kept'))).status).toBe(201)
    for (const replica of replicas) await replica.close()
    const again = await start()
    const { tokens } = again.credentials()
    const found = await again.fetch('http://localhost/v2/volumes', { headers: { authorization: `Bearer ${tokens.full}` } })
    expect(await found.json()).toMatchObject({ volumes: [{ name: 'kept' }] })
  })

  it('makes a name once, whoever is first, and gives no id twice', async () => {
    const { ask } = await startReplicas(3, { rateLimits: 'off' })
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, n) => ask(n % 3, 'POST', '/v2/volumes', volume(`volume-${Math.floor(n / 3)}`))),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(40)
    const lists = await Promise.all([0, 1, 2].map((of) => ask(of, 'GET', '/v2/volumes?per_page=100')))
    expect(new Set(lists.map(({ body }) => JSON.stringify(body.volumes))).size).toBe(1)
    expect(new Set(lists[0]?.body.volumes.map(({ id }: { id: string }) => id)).size).toBe(20)
  })

  it('writes on also while one that was stopped has its turn', async () => {
    const { ask, state } = await startReplicas(2, { rateLimits: 'off' })
    const { default: pg } = await import('pg')
    const stopped = new pg.Client(state)
    await stopped.connect()
    await stopped.query('SELECT pg_advisory_lock(1936746611, 2)')
    const made = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n % 2, 'POST', '/v2/volumes', volume(`volume-${n}`))))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(40)
    await stopped.end()
  })

  it('counts what all replicas answer: 250 a minute, however they are spread', async () => {
    const { ask } = await startReplicas(3)
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const asked = await Promise.all(Array.from({ length: 30 }, (_, k) => ask(k % 3, 'GET', '/v2/account')))
      statuses.push(...asked.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(250)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    expect((await ask(1, 'GET', '/v2/account')).headers.get('ratelimit-remaining')).toBe('0')
  })

  it('goes on with what was counted also where the log of it has been shortened', async () => {
    const { replicas, ask, start, state } = await startReplicas(2)
    const left = async (of: number) => Number((await ask(of, 'GET', '/v2/account')).headers.get('ratelimit-remaining'))
    expect([await left(0), await left(1)]).toEqual([4999, 4998])
    // As if others had been asked for long.
    const pass = (last: number) =>
      query(
        state,
        `INSERT INTO spindrift.takes (position, data) SELECT n, '{"by":"x","operations":[]}' FROM generate_series((SELECT max(position) + 1 FROM spindrift.takes), ${last}) AS n`,
      )
    const positions = () =>
      query<{ readonly of: number }>(state, 'SELECT position::integer AS of FROM spindrift.counts ORDER BY position').then((rows) =>
        rows.map((row) => row.of),
      )
    for (const [n, end] of [5000, 10_000, 15_000].entries()) {
      await pass(end - 1)
      expect(await left(0)).toBe(4997 - n)
      await expect.poll(positions).toContain(end)
    }
    expect(await positions()).toEqual([10_000, 15_000])
    expect(await query(state, 'SELECT min(position)::integer AS first FROM spindrift.takes')).toEqual([{ first: 10_001 }])
    // One that was not asked meanwhile, and one that begins.
    expect(await left(1)).toBe(4994)
    replicas.push(await start())
    expect(await left(2)).toBe(4993)
  })

  it('takes a limit as used up, or refilled, on every replica', async () => {
    const { ask } = await startReplicas(2)
    await ask(0, 'GET', '/v2/account')
    const gauges = await ask(0, 'GET', '/_sandbox/gauges')
    const used = gauges.body.tokens.find(({ limits }: { limits: { left: number }[] }) => limits[0]?.left === 4999)
    const set = (of: number, to: string) => ask(of, 'POST', '/_sandbox/gauges', { token: used.token, name: 'minute', to })
    expect((await set(0, 'exhausted')).status).toBe(200)
    expect((await ask(1, 'GET', '/v2/account')).status).toBe(429)
    expect((await set(1, 'full')).status).toBe(200)
    expect((await ask(0, 'GET', '/v2/account')).status).toBe(200)
  })

  it('recognizes a token everywhere once it is made, and nowhere once it is gone', async () => {
    const { ask } = await startReplicas(2)
    const { body } = await ask(0, 'POST', '/_sandbox/accounts')
    const token: string = body.tokens.full
    expect((await ask(1, 'GET', '/v2/account', undefined, token)).status).toBe(200)
    expect((await ask(1, 'DELETE', '/_sandbox/accounts', { id: body.id })).status).toBe(200)
    expect((await ask(0, 'GET', '/v2/account', undefined, token)).status).toBe(401)
  })

  it('derives the key of a password beside the event loop also for a user that another replica has just made', async () => {
    const { replicas } = await startReplicas(2)
    const [one, other] = replicas.map(({ url, credentials }) => attach(url, credentials())) as [OAuthSandbox, OAuthSandbox]
    const browser = openBrowser(other)
    const page = await browser.go(other.link())
    const { user } = await one.addUser()
    const held = vi.spyOn(crypto, 'scryptSync').mockImplementation(() => {
      throw new Error('The event loop is held.')
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      held.mockRestore()
      syncBuiltinESMExports()
    })
    expect((await browser.submit(page, { email: user.email, password: 'harbour-1' })).status).toBe(303)
  })

  it('has one clock, and does what falls due once', async () => {
    const { ask } = await startReplicas(2)
    const made = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    const path = `/v2/droplets/${made.body.droplet.id}`
    await ask(1, 'POST', '/_sandbox/clock', { frozen: true, advance_seconds: 3600 })
    const [one, other] = await Promise.all([ask(0, 'GET', path), ask(1, 'GET', path)])
    expect([one.body.droplet.status, other.body.droplet.status]).toEqual(['active', 'active'])
    const [clock, same] = await Promise.all([ask(0, 'GET', '/_sandbox/clock'), ask(1, 'GET', '/_sandbox/clock')])
    expect(clock.body).toEqual(same.body)
  })

  it('counts by the clock that another replica has just moved', async () => {
    const { ask } = await startReplicas(2)
    await ask(1, 'GET', '/v2/account')
    const { body: clock } = await ask(0, 'POST', '/_sandbox/clock', { frozen: true, advance_seconds: 7200 })
    const { headers } = await ask(1, 'GET', '/v2/account')
    expect(Number(headers.get('ratelimit-reset')) * 1000).toBeGreaterThanOrEqual(Date.parse(clock.now))
    expect(headers.get('ratelimit-remaining')).toBe('4999')
  })

  it('meets a fault on any replica as often as it was asked for', async () => {
    const { ask } = await startReplicas(2)
    await ask(0, 'POST', '/_sandbox/faults', { operation: 'account_get', status: 500, times: 3 })
    const asked = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n % 2, 'GET', '/v2/account')))
    expect(asked.filter(({ status }) => status === 500)).toHaveLength(3)
    expect((await ask(1, 'GET', '/_sandbox/faults')).body.faults).toEqual([])
  })

  it('goes back to a snapshot, and to the first day, on every replica', async () => {
    const { ask } = await startReplicas(2)
    const names = async (of: number) => (await ask(of, 'GET', '/v2/volumes')).body.volumes.map(({ name }: { name: string }) => name)
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

  it('tells of what happens on one replica to who listens to another, in its order', async () => {
    const { replicas, ask } = await startReplicas(3)
    const heard = await listenTo(`${replicas[0]?.url}/_sandbox/events?topics=changes,requests,clock`)
    for (let n = 0; n < 6; n += 1) expect((await ask(n % 3, 'POST', '/v2/volumes', volume(`volume-${n}`))).status).toBe(201)
    await ask(1, 'POST', '/_sandbox/clock', { frozen: true })
    await expect.poll(() => heard.of('clock').length, { timeout: 10_000 }).toBe(1)
    expect(heard.of('change').map(({ path }) => path)).toEqual([...Array.from({ length: 6 }, () => '/v2/volumes'), '/_sandbox/clock'])
    const objects = heard.of('change').flatMap(({ objects: made }) => made.map(({ id }: { id: string }) => id))
    const { body } = await ask(2, 'GET', '/v2/volumes')
    expect(objects.toReversed()).toEqual(body.volumes.map(({ id }: { id: string }) => id))
    expect(heard.of('request')).toHaveLength(6)
    heard.leave()
  })

  it('tells of more at once than Postgres carries in one message', async () => {
    const { replicas, ask } = await startReplicas(2, { rateLimits: 'off' })
    const heard = await listenTo(`${replicas[0]?.url}/_sandbox/events?topics=changes`)
    const names = Array.from({ length: 50 }, (_, n) => `web-${n}`)
    await ask(1, 'POST', '/_sandbox/limits', { droplets: 100 })
    const { name: _one, ...common } = droplet('')
    for (let n = 0; n < 10; n += 1)
      expect((await ask(1, 'POST', '/v2/droplets', { ...common, names: names.slice(n * 5, n * 5 + 5) })).status).toBe(202)
    expect((await ask(1, 'POST', '/v2/tags', { name: 'all' })).status).toBe(201)
    const { body } = await ask(1, 'GET', '/v2/droplets?per_page=200')
    const resources = body.droplets.map(({ id }: { id: number }) => ({ resource_id: String(id), resource_type: 'droplet' }))
    expect((await ask(1, 'POST', '/v2/tags/all/resources', { resources })).status).toBe(204)
    await expect.poll(() => heard.of('change').at(-1)?.objects.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(50)
    heard.leave()
  })

  it('remembers as one what all replicas were asked, until it is told to forget it', async () => {
    const { replicas, ask } = await startReplicas(3)
    const made = await ask(1, 'POST', '/v2/volumes', volume('shown'))
    await ask(2, 'GET', `/v2/volumes/${made.body.volume.id}`)
    expect((await ask(2, 'POST', '/v2/volumes', {})).status).toBe(422)
    const list = async (of: number) => {
      const { body } = await ask(of, 'GET', '/_sandbox/requests')
      return body.requests.map(({ method, status }: { method: string; status: number }) => `${method} ${status}`)
    }
    const all = ['POST 422', 'GET 200', 'POST 201']
    expect([await list(0), await list(1), await list(2)]).toEqual([all, all, all])
    const { body: page } = await ask(0, 'GET', '/_sandbox/requests?limit=2')
    const { body: rest } = await ask(2, 'GET', `/_sandbox/requests?limit=2&before=${page.next}`)
    expect(rest.requests.map(({ status }: { status: number }) => status)).toEqual([201])
    const [refused, , first] = page.requests.concat(rest.requests)
    const { body: detail } = await ask(0, 'GET', `/_sandbox/requests/${refused.request_id}`)
    expect(detail.request.why).toMatchObject({ rule: 'validation', findings: [{ place: 'body', pointer: '/name' }] })
    const { body: shown } = await ask(0, 'GET', `/_sandbox/objects/Volume/${made.body.volume.id}`)
    expect(shown.object.history).toMatchObject([{ request_id: first.request_id, change: { did: 'made', before: null } }])
    const again = await ask(0, 'POST', `/_sandbox/requests/${first.request_id}/resend`)
    expect(again.body.request.summary.status).toBe(409)
    await replicas[2]?.close()
    expect(await list(0)).toEqual(['POST 409', 'POST 201'])
    expect((await ask(0, 'DELETE', '/_sandbox/requests')).status).toBe(200)
    expect([await list(1), await list(0)]).toEqual([[], []])
  })

  it('keeps a snapshot and the state that it was taken of together, or neither', async () => {
    const { ask, state } = await startReplicas(2, { actionSeconds: 0.1 })
    const made = await ask(0, 'POST', '/v2/droplets', droplet('web-1'))
    await query(state, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$")
    await query(state, 'CREATE TRIGGER refuse BEFORE INSERT ON spindrift.snapshots EXECUTE FUNCTION refuse()')
    await new Promise((resolve) => setTimeout(resolve, 200))
    // What has fallen due is done in the same request.
    expect((await ask(0, 'POST', '/_sandbox/snapshots', { name: 'clean' })).status).toBe(503)
    await query(state, 'DROP TRIGGER refuse ON spindrift.snapshots')
    const snapshots = async (of: number) => (await ask(of, 'GET', '/_sandbox/snapshots')).body.snapshots
    expect([await snapshots(0), await snapshots(1)]).toEqual([[], []])
    expect((await ask(0, 'POST', '/_sandbox/snapshots', { name: 'clean' })).status).toBe(200)
    expect((await ask(1, 'GET', `/v2/droplets/${made.body.droplet.id}`)).body.droplet.status).toBe('active')
    expect([await snapshots(0), await snapshots(1)]).toEqual([['clean'], ['clean']])
    expect((await ask(1, 'POST', '/_sandbox/snapshots/restore', { name: 'clean' })).status).toBe(200)
    // Of the images that replaced each other only the last is there.
    expect(await query(state, 'SELECT count(DISTINCT version)::integer AS images FROM spindrift.images')).toEqual([{ images: 1 }])
  })

  it('writes an image after much was changed, from which one that comes later begins', { timeout: 120_000 }, async () => {
    const { replicas, ask, start, state } = await startReplicas(2)
    const made = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n % 2, 'POST', '/_sandbox/accounts')))
    // Each has what it begins with from when it is first asked for; of some nobody asks before there is an image.
    await Promise.all(made.slice(0, 40).map(({ body }, n) => ask(n % 2, 'GET', '/v2/account', undefined, body.tokens.full)))
    const image = async () =>
      (await query<{ readonly of: number }>(state, 'SELECT max(version)::integer AS of FROM spindrift.images'))[0]?.of
    await expect.poll(image).toBeGreaterThan(0)
    replicas.push(await start())
    const shown = await Promise.all(made.map(({ body }) => ask(2, 'GET', '/v2/account', undefined, body.tokens.full)))
    expect(shown.map(({ body }) => body.account.email)).toEqual(made.map(({ body }) => body.email))
  })

  it('answers what it was asked before it ends, also where that waits longer than a second for Postgres', async () => {
    const { replicas, ask, state } = await startReplicas(2)
    const { default: pg } = await import('pg')
    const slow = new pg.Client(state)
    await slow.connect()
    await slow.query('BEGIN; LOCK TABLE spindrift.log')
    const making = ask(0, 'POST', '/v2/volumes', volume('late'))
    await expect.poll(() => query(state, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).toHaveLength(1)
    const closing = replicas[0]?.close()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await slow.query('COMMIT')
    expect((await making).status).toBe(201)
    await closing
    await slow.end()
    expect((await ask(1, 'GET', '/v2/volumes')).body.volumes).toHaveLength(1)
  })

  it('answers 503 with retry-after while Postgres is away, and has lost nothing after it', async () => {
    await using own = await startPostgres()
    const sandbox = await startSandbox({ port: 0, state: own.url, checkReplies: true })
    running.push(sandbox)
    const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
    const make = (name: string) => fetch(`${sandbox.url}/v2/volumes`, { method: 'POST', headers, body: JSON.stringify(volume(name)) })
    expect((await make('before')).status).toBe(201)
    await own.kill()
    const refused = await make('meanwhile')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await fetch(`${sandbox.url}/_sandbox/ready`)).status).toBe(503)
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200)
    await own.start()
    await expect.poll(async () => (await make('after')).status, { timeout: 20_000 }).toBe(201)
    const list = (await (await fetch(`${sandbox.url}/v2/volumes`, { headers })).json()) as { volumes: { name: string }[] }
    expect(list.volumes.map(({ name }) => name)).toEqual(['after', 'before'])
  })
})

it('is started by what can wait for it, and says so to what cannot', async () => {
  const state = 'postgres://127.0.0.1:1/none'
  expect(() => createSandbox({ state })).toThrow('startSandbox()')
  await expect(startSandbox({ port: 0, state })).rejects.toThrow(/^postgres:\/\/127\.0\.0\.1:1\/none cannot be used: .*Check that it runs/)
})
