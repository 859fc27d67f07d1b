/** Several sandboxes on one database that count their limits in Valkey. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StartOptions } from '../../options.ts'
import { type RunningSandbox, startSandbox } from '../../start-sandbox.ts'
import { findPostgres, withoutPostgres } from '../../../test/postgres/find-postgres.ts'
import { makeDatabase } from '../../../test/postgres/make-database.ts'
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts'
import type { Json } from '../../../test/make-sandbox.ts'
import { findValkey, startValkey, type ValkeyServer, withoutValkey } from '../../../test/valkey/start-valkey.ts'

const missing = findPostgres() === undefined ? withoutPostgres : findValkey() === undefined ? withoutValkey : undefined
let postgres: PostgresServer
let valkey: ValkeyServer
const opened: AsyncDisposable[] = []

beforeAll(async () => {
  if (missing !== undefined) return
  postgres = await startPostgres()
  valkey = await startValkey()
})
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]()
  await valkey?.[Symbol.asyncDispose]()
})
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]()
})

async function startOwnValkey(flags?: readonly string[]): Promise<ValkeyServer> {
  const own = await startValkey(flags)
  opened.push(own)
  return own
}

async function startReplicas(number: number, options: StartOptions = {}) {
  const { url: state } = await makeDatabase(postgres.url)
  const start = async () => {
    const sandbox = await startSandbox({ port: 0, state, limits: valkey.url, checkReplies: true, ...options })
    opened.push({ [Symbol.asyncDispose]: sandbox.close })
    return sandbox
  }
  const replicas = await Promise.all(Array.from({ length: number }, start))
  const { tokens } = (replicas[0] as RunningSandbox).credentials()
  const ask = async (of: number, path: string, body?: Json) => {
    const response = await fetch(`${replicas[of]?.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokens.full}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }
  const left = async (of: number) => Number((await ask(of, '/v2/account')).headers.get('ratelimit-remaining'))
  return { replicas, ask, left, start }
}

describe.skipIf(missing !== undefined)(`limits in Valkey${missing === undefined ? '' : `: ${missing}`}`, () => {
  it('counts what three replicas answer: 250 a minute, however they are spread', async () => {
    const { ask } = await startReplicas(3)
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const asked = await Promise.all(Array.from({ length: 30 }, (_, k) => ask(k % 3, '/v2/account')))
      statuses.push(...asked.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(250)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  })

  it('counts by the clock that another replica has just moved, and what is used up or refilled there', async () => {
    const { ask, left } = await startReplicas(2)
    await ask(1, '/v2/account')
    const { body: clock } = await ask(0, '/_sandbox/clock', { frozen: true, advance_seconds: 7200 })
    const { headers } = await ask(1, '/v2/account')
    expect(Number(headers.get('ratelimit-reset')) * 1000).toBeGreaterThanOrEqual(Date.parse(clock.now))
    expect(headers.get('ratelimit-remaining')).toBe('4999')
    const gauges = await ask(0, '/_sandbox/gauges')
    const used = gauges.body.tokens.find(({ limits }: { limits: { left: number }[] }) => limits[0]?.left === 4999)
    const set = (of: number, to: string) => ask(of, '/_sandbox/gauges', { token: used.token, name: 'minute', to })
    expect((await set(0, 'exhausted')).status).toBe(200)
    expect((await ask(1, '/v2/account')).status).toBe(429)
    expect((await set(1, 'full')).status).toBe(200)
    expect(await left(0)).toBe(4998)
  })

  it('begins where the others are, also once what they counted was shortened', { timeout: 120_000 }, async () => {
    const own = await startOwnValkey()
    const { replicas, left, start } = await startReplicas(2, { limits: own.url })
    expect([await left(0), await left(1)]).toEqual([4999, 4998])
    const [key = ''] = (await own.ask('KEYS', 'spindrift:*')) as readonly string[]
    // As if others had been asked for long.
    const fill = `for n = redis.call('XLEN', KEYS[1]) + 1, tonumber(ARGV[1]) do redis.call('XADD', KEYS[1], '*', 'take', '{"by":"x","operations":[]}') end`
    await own.ask('EVAL', fill, '1', key, '4999')
    const length = () => own.ask('XLEN', key)
    expect(await length()).toBe(4999)
    expect(await left(0)).toBe(4997)
    // The last entry, and what all had come to.
    await expect.poll(length).toBe(2)
    expect(await left(1)).toBe(4996)
    replicas.push(await start())
    expect([await left(2), await left(0), await left(1)]).toEqual([4995, 4994, 4993])
  })

  it('answers 503 with retry-after while Valkey is away, and then counts from the beginning: it was emptied', async () => {
    const own = await startOwnValkey()
    const { ask, left, replicas } = await startReplicas(2, { limits: own.url })
    expect([await left(0), await left(1), await left(0)]).toEqual([4999, 4998, 4997])
    const volume = (name: string) => ({ name, region: 'nyc3', size_gigabytes: 1 })
    await own.kill()
    const refused = await ask(0, '/v2/volumes', volume('meanwhile'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await fetch(`${replicas[1]?.url}/_sandbox/ready`)).status).toBe(503)
    expect((await fetch(`${replicas[1]?.url}/_sandbox/health`)).status).toBe(200)
    await own.start()
    await expect.poll(async () => (await ask(0, '/v2/volumes', volume('after'))).status, { timeout: 20_000 }).toBe(201)
    await expect.poll(async () => (await fetch(`${replicas[1]?.url}/_sandbox/ready`)).status, { timeout: 20_000 }).toBe(200)
    expect([await left(1), await left(0)]).toEqual([4998, 4997])
    expect((await ask(1, '/v2/volumes')).body.volumes.map(({ name }: { name: string }) => name)).toEqual(['after'])
    await own.ask('FLUSHALL')
    expect([await left(1), await left(0), await left(1)]).toEqual([4999, 4998, 4997])
  })

  it('goes on from what Valkey has when it comes back without its last moments', async () => {
    const own = await startOwnValkey()
    const { ask, left } = await startReplicas(2, { limits: own.url })
    expect([await left(0), await left(1)]).toEqual([4999, 4998])
    await own.ask('SAVE')
    expect([await left(0), await left(1), await left(0)]).toEqual([4997, 4996, 4995])
    await own.kill()
    await own.start()
    for (const of of [0, 1]) await expect.poll(async () => (await ask(of, '/_sandbox/ready')).status, { timeout: 20_000 }).toBe(200)
    expect([await left(1), await left(0), await left(1)]).toEqual([4997, 4996, 4995])
  })

  it('agrees on every replica after kills of a Valkey that writes what it was told', { timeout: 120_000 }, async () => {
    const own = await startOwnValkey(['--appendonly', 'yes', '--appendfsync', 'always'])
    const { ask, left } = await startReplicas(3, { limits: own.url })
    let served = 0
    let refused = 0
    const askOnce = async (of: number) => {
      const { status } = await ask(of, '/v2/account')
      if (status === 200) served += 1
      else refused += 1
    }
    for (let round = 0; round < 5; round += 1) {
      const asking = Array.from({ length: 24 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 5))
        await askOnce(n % 3)
      })
      await new Promise((resolve) => setTimeout(resolve, 60))
      await own.kill()
      await own.start()
      await Promise.all(asking)
    }
    for (const of of [0, 1, 2]) await expect.poll(async () => (await ask(of, '/_sandbox/ready')).status, { timeout: 20_000 }).toBe(200)
    const [one, two, three] = [await left(0), await left(1), await left(2)]
    expect([two, three]).toEqual([one - 1, one - 2])
    expect(served).toBeGreaterThan(0)
    // What was served is counted; what was refused with 503 may be.
    const counted = 5000 - one - 1
    expect(counted).toBeGreaterThanOrEqual(served)
    expect(counted).toBeLessThanOrEqual(served + refused)
  })

  it('says in one line what is wrong with its address', async () => {
    const { url: state } = await makeDatabase(postgres.url)
    const start = (options: StartOptions) => startSandbox({ port: 0, ...options })
    await expect(start({ limits: valkey.url })).rejects.toThrow('give state: postgres://… as well')
    await expect(start({ state, limits: 'http://localhost' })).rejects.toThrow('like valkey://127.0.0.1:6379')
    await expect(start({ state, limits: 'valkey://127.0.0.1:1' })).rejects.toThrow(
      /^valkey:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* Check that it runs/,
    )
    const wrong = [valkey.url.replace(valkey.password, 'wrong'), valkey.url.replace(`:${valkey.password}@`, '')]
    for (const limits of wrong)
      await expect(start({ state, limits })).rejects.toThrow(/cannot be used: .*(?:WRONGPASS|NOAUTH)[^\n]*password are right\.$/)
  })
})
