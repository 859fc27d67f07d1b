/** With a governor, the platform rejects no request, whatever the load and the number of clients. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { createTimedCloud } from '../../test/timed-cloud.ts'
import { createCloud } from '../create-cloud.ts'
import { ConfigurationError, ConnectionError } from '../errors.ts'
import { RateLimitError } from '../http-errors.ts'
import { createGovernor, type Governor, type GovernorOptions } from './governor.ts'

/** Starts a platform with real limits, and counts its rejections. Each has its own token, because the governors of a process share their counts. */
let platforms = 0
async function startPlatform(governor: Governor | undefined, client: object = {}) {
  let refused = 0
  const baseUrl = `http://127.0.0.1:${5000 + (platforms += 1)}`
  const platform = await createTimedCloud({
    sandbox: { rateLimits: 'on' },
    client: {
      baseUrl,
      retry: false,
      maxWaitMs: 3_700_000,
      ...(governor && { governor }),
      fetch: async (url, init) => {
        const response = await platform.sandbox.fetch(url, init)
        if (response.status === 429) refused += 1
        return response
      },
      ...client,
    },
  })
  return Object.assign(platform, { refused: () => refused })
}

const sumSleeps = (sleeps: readonly number[]) => sleeps.reduce((sum, each) => sum + each, 0)

test('without a governor, the 251st request in a minute is rejected', async () => {
  await using platform = await startPlatform(undefined)
  for (let count = 0; count < 250; count += 1) await platform.cloud.account.get()
  expect(await catchError(platform.cloud.account.get())).toBeInstanceOf(RateLimitError)
})

test('1,000 sequential requests take three minutes without a rejection', async () => {
  await using platform = await startPlatform(createGovernor())
  for (let count = 0; count < 1000; count += 1) await platform.cloud.account.get()
  expect(platform.refused()).toBe(0)
  expect(sumSleeps(platform.clock.sleeps)).toBe(180_000)
})

test('5,001 requests take an hour', async () => {
  await using platform = await startPlatform(createGovernor())
  for (let count = 0; count < 5001; count += 1) await platform.cloud.account.get()
  expect(platform.refused()).toBe(0)
  expect(sumSleeps(platform.clock.sleeps)).toBe(3_600_000)
})

test('concurrent requests of several clients with separate governors are not rejected', async () => {
  await using platform = await startPlatform(createGovernor())
  const clients = [platform.cloud, ...[1, 2, 3].map(() => createCloud({ ...platform.options, governor: createGovernor() }))]
  await Promise.all(Array.from({ length: 600 }, (_, count) => clients[count % 4]!.account.get()))
  expect(platform.refused()).toBe(0)
})

describe('limits of single operations', () => {
  test('allow 10 lists of keys in a minute', async () => {
    await using platform = await startPlatform(createGovernor())
    for (let count = 0; count < 25; count += 1) await platform.cloud.sshKeys.list()
    expect(platform.refused()).toBe(0)
    expect(sumSleeps(platform.clock.sleeps)).toBe(120_000)
  })

  test('allow 5 requests for CDN endpoints in ten seconds, and 50 purged files in twenty', async () => {
    await using platform = await startPlatform(createGovernor())
    const { cdnEndpoints } = platform.cloud
    const path = { endpoint_id: '19f06b6a-3ace-4315-b086-499a0e521b76' }
    const ask = [
      () => cdnEndpoints.list(),
      () => cdnEndpoints.get({ path }),
      () => cdnEndpoints.purgeCache({ path, body: { files: Array.from({ length: 30 }, (_, number) => `file-${number}`) } }),
    ]
    for (let count = 0; count < 30; count += 1) await ask[count % 3]!().catch(() => {})
    expect(platform.refused()).toBe(0)
    // 10 purges of 30 files: one each twenty seconds.
    expect(sumSleeps(platform.clock.sleeps)).toBeGreaterThanOrEqual(180_000)
    expect(sumSleeps(platform.clock.sleeps)).toBeLessThan(200_000)
  })
})

test('random sequences of requests are not rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          kind: fc.constantFrom('account', 'keys', 'cdn'),
          count: fc.integer({ min: 1, max: 90 }),
          pause: fc.integer({ min: 0, max: 30 }),
        }),
        {
          maxLength: 12,
        },
      ),
      async (steps) => {
        await using platform = await startPlatform(createGovernor())
        const { cloud, clock } = platform
        for (const { kind, count, pause } of steps) {
          const ask = { account: () => cloud.account.get(), keys: () => cloud.sshKeys.list(), cdn: () => cloud.cdnEndpoints.list() }[kind]
          await Promise.all(Array.from({ length: kind === 'account' ? count : count % 12 }, async () => ask()))
          await clock.sleep(pause * 1000)
        }
        expect(platform.refused()).toBe(0)
      },
    ),
    { numRuns: 25 },
  )
})

test('lower limits leave room for other programs with the same token', async () => {
  await using platform = await startPlatform(createGovernor({ perMinute: 50, perHour: 120 }))
  for (let count = 0; count < 121; count += 1) await platform.cloud.account.get()
  expect(sumSleeps(platform.clock.sleeps)).toBe(3_600_000)
})

test('nothing is sent until the reset time after the hourly limit is reached', async () => {
  await using platform = await startPlatform(createGovernor())
  // Another program without a governor.
  const other = createCloud({ ...platform.options, fetch: platform.sandbox.fetch })
  for (let count = 0; count < 20; count += 1) {
    for (let each = 0; each < 250; each += 1)
      await platform.sandbox.fetch(`${platform.options.baseUrl}/v2/account`, {
        headers: { authorization: `Bearer ${platform.options.token as string}` },
      })
    await platform.clock.sleep(60_000)
  }
  expect(await catchError(other.account.get())).toBeInstanceOf(RateLimitError)
  const { length } = platform.clock.sleeps
  await other.account.get()
  expect(sumSleeps(platform.clock.sleeps.slice(length))).toBe(2_400_000)
})

test('a request that would wait longer than maxWaitMs is sent at once', async () => {
  await using platform = await startPlatform(createGovernor(), { maxWaitMs: 10_000 })
  for (let count = 0; count < 250; count += 1) await platform.cloud.account.get()
  const error = await catchError(platform.cloud.account.get(), RateLimitError)
  expect(error.resetAt).toBeInstanceOf(Date)
  expect(platform.clock.sleeps).toEqual([])
})

test('several waits of a request together do not exceed maxWaitMs', async () => {
  await using platform = await startPlatform(createGovernor({ perMinute: 1 }), { maxWaitMs: 60_000 })
  for (let count = 0; count < 2; count += 1) await platform.cloud.account.get()
  expect(platform.clock.sleeps).toEqual([60_000])

  const answer = Promise.withResolvers<void>()
  const clock = createManualClock({ onSleep: () => clock.sleeps.length === 10 && answer.resolve() })
  let requests = 0
  const cloud = createCloud({
    baseUrl: `http://127.0.0.1:${5000 + (platforms += 1)}`,
    token: 'token',
    clock,
    maxWaitMs: 120,
    governor: createGovernor({ perMinute: 1 }),
    fetch: async () => {
      if ((requests += 1) === 1) await answer.promise
      return Response.json({ account: {} })
    },
  })
  const first = cloud.account.get()
  // Polls while the first request is in flight.
  await cloud.account.get()
  expect(clock.sleeps).toEqual([50, 50])
  answer.resolve()
  await first
})

test.each([{ perMinute: 0 }, { perMinute: -1 }, { perMinute: Number.NaN }, { perHour: 0 }])('rejects the options %o', (options) => {
  expect(() => createGovernor(options)).toThrow(ConfigurationError)
})

test('a request waits at most until the oldest blocking request leaves the window', async () => {
  await using platform = await startPlatform(createGovernor({ perMinute: 2 }))
  await platform.cloud.account.get()
  await platform.clock.sleep(10_000)
  for (let count = 0; count < 3; count += 1) await platform.cloud.account.get()
  expect(platform.clock.sleeps).toEqual([10_000, 50_000, 10_000])
})

test('accepts a limit of one request per hour', async () => {
  await using platform = await startPlatform(createGovernor({ perMinute: 1, perHour: 1 }))
  for (let count = 0; count < 2; count += 1) await platform.cloud.account.get()
  expect(sumSleeps(platform.clock.sleeps)).toBe(3_600_000)
})

describe('a request that the platform rejected', () => {
  const refuse = (headers: Readonly<Record<string, string>>) =>
    new Response('{"id":"too_many_requests","message":"Wait."}', {
      status: 429,
      headers: { 'content-type': 'application/json', ...headers },
    })

  /** Starts a platform that rejects the first `count` requests. */
  async function openRefusing(count: number, headers: Readonly<Record<string, string>>, options: GovernorOptions = { perMinute: 5 }) {
    let left = count
    const platform: Awaited<ReturnType<typeof startPlatform>> = await startPlatform(createGovernor(options), {
      fetch: async (url: string, init: RequestInit) => ((left -= 1) >= 0 ? refuse(headers) : platform.sandbox.fetch(url, init)),
    })
    return platform
  }

  test('does not count toward the limit', async () => {
    await using platform = await openRefusing(20, { 'retry-after': '1' })
    for (let count = 0; count < 20; count += 1) expect(await catchError(platform.cloud.account.get())).toBeInstanceOf(RateLimitError)
    for (let count = 0; count < 5; count += 1) await platform.cloud.account.get()
    expect(platform.clock.sleeps).toEqual([])
    await platform.cloud.account.get()
    expect(sumSleeps(platform.clock.sleeps)).toBe(60_000)
  })

  test('counts if there was no response', async () => {
    await using platform = await startPlatform(createGovernor({ perMinute: 5 }), {
      fetch: async () => Promise.reject(new TypeError('fetch failed')),
    })
    for (let count = 0; count < 5; count += 1) expect(await catchError(platform.cloud.account.get())).toBeInstanceOf(ConnectionError)
    expect(platform.clock.sleeps).toEqual([])
    await catchError(platform.cloud.account.get())
    expect(sumSleeps(platform.clock.sleeps)).toBe(60_000)
  })

  test('with the burst limit does not delay other requests', async () => {
    const reset = String(Math.ceil(Date.UTC(2026, 10, 21, 12) / 1000) + 1800)
    await using platform = await openRefusing(1, {
      'retry-after': '30',
      'ratelimit-limit': '5000',
      'ratelimit-remaining': '0',
      'ratelimit-reset': reset,
    })
    await catchError(platform.cloud.account.get())
    await platform.cloud.account.get()
    expect(platform.clock.sleeps).toEqual([])
  })

  test('with the hourly limit delays all requests until the reset', async () => {
    const reset = String(Math.ceil(Date.UTC(2026, 10, 21, 12) / 1000) + 1800)
    const headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '0', 'ratelimit-reset': reset }
    await using platform = await openRefusing(1, headers, { perHour: 5 })
    await catchError(platform.cloud.account.get())
    await platform.cloud.account.get()
    expect(sumSleeps(platform.clock.sleeps)).toBe(1_800_000)
    // From the reset on, the usual number passes.
    for (let count = 0; count < 4; count += 1) await platform.cloud.account.get()
    expect(sumSleeps(platform.clock.sleeps)).toBe(1_800_000)
    await platform.cloud.account.get()
    expect(sumSleeps(platform.clock.sleeps)).toBe(5_400_000)
  })
})
