/** Watching a sandbox that listens on a port: it says by itself when to look. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '@spindrift/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import type { Volume } from '@spindrift/types'
import { type Clock, systemClock } from '../clock.ts'
import { type Change, type Cloud, createCloud, type WatchOptions } from '../index.ts'

const body = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const
/** By looking now and then nothing would be told before a test ends. */
const never = { intervalMs: 600_000 } as const

/** A sandbox, a client of it, and what the client asks it for. */
async function start(change: (url: string, init: RequestInit) => Promise<Response> | undefined = () => undefined, actionSeconds = 0) {
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds, rateLimits: 'report' })
  onTestFinished(() => void sandbox.close())
  const asked: string[] = []
  const cloud = createCloud({
    baseUrl: sandbox.url,
    token: sandbox.credentials().tokens.full,
    retry: false,
    fetch: (url, init) => {
      asked.push(url.slice(sandbox.url.length))
      return change(url, init) ?? fetch(url, init)
    },
  })
  return { sandbox, cloud, asked, events: () => asked.filter((each) => each === '/_sandbox/events').length }
}

/** Watches volumes, and gives what is told from now on. */
async function watch(cloud: Cloud, isReady: () => boolean, options: WatchOptions = never) {
  const changes = cloud.watch('volumes', options)
  const next = changes.next()
  while (!isReady()) await sleep(5)
  return { changes, next }
}

const nameOf = ({ value }: IteratorResult<Change<Volume>, void>) => value && `${value.kind} ${(value.after ?? value.before)?.name}`

test('what is made, changes and goes is told as soon as it happens', async () => {
  const { cloud, asked, events } = await start()
  // The first piece of the stream says that it listens, and a look follows.
  const { changes, next } = await watch(cloud, () => asked.filter((each) => each.startsWith('/v2/volumes')).length === 2)
  expect(asked.indexOf('/_sandbox/events')).toBe(1)
  const { volume } = await cloud.volumes.create({ body })
  expect(nameOf(await next)).toBe('made covers-data')
  await cloud.volumes.delete(volume.id)
  expect(nameOf(await changes.next())).toBe('gone covers-data')
  expect(events()).toBe(1)
  await changes.return()
})

test('an action is told as it starts and as it ends', async () => {
  const { cloud, asked } = await start(undefined, 2)
  const { volume } = await cloud.volumes.create({ body })
  const changes = cloud.actions.watch(never)
  const next = changes.next()
  while (asked.filter((each) => each.startsWith('/v2/actions')).length < 2) await sleep(5)
  await cloud.volumes.actions.create({ path: { volume_id: volume.id }, body: { type: 'resize', size_gigabytes: 200 } })
  expect((await next).value).toMatchObject({ kind: 'made', after: { type: 'resize_volume', status: 'in-progress' } })
  expect((await changes.next()).value).toMatchObject({ kind: 'changed', before: { status: 'in-progress' }, after: { status: 'completed' } })
  await changes.return()
})

test('a burst of changes is one look, a second after the last one', async () => {
  const { cloud, asked } = await start()
  const looks = () => asked.filter((each) => each === '/v2/volumes?per_page=200').length
  const { changes, next } = await watch(cloud, () => looks() === 2)
  const began = performance.now()
  for (const name of ['one', 'two', 'three']) await cloud.volumes.create({ body: { ...body, name } })
  await next
  expect(performance.now() - began).toBeGreaterThan(700)
  const told = [await changes.next(), await changes.next()].map(nameOf)
  expect(told).toHaveLength(2)
  expect(looks()).toBe(3)
  await changes.return()
})

test('what happens while it looks is looked for next', async () => {
  let act: (() => Promise<unknown>) | undefined
  const { cloud, asked } = await start((url, init) => {
    if (!url.includes('/v2/volumes?') || !act) return undefined
    const acting = act
    act = undefined
    return fetch(url, init).then(async (response) => {
      await acting()
      await sleep(100)
      return response
    })
  })
  const { changes, next } = await watch(cloud, () => asked.filter((each) => each.startsWith('/v2/volumes?')).length === 2)
  act = () => cloud.volumes.create({ body: { ...body, name: 'logs' } })
  await cloud.volumes.create({ body })
  expect(nameOf(await next)).toBe('made covers-data')
  expect(nameOf(await changes.next())).toBe('made logs')
  await changes.return()
})

test('a stream that ends is opened again, and what happened meanwhile is told once', async () => {
  const cut = new AbortController()
  let isCut = false
  const { cloud, events } = await start((url, init) => {
    if (!url.endsWith('/events') || isCut) return undefined
    return fetch(url, { ...init, signal: AbortSignal.any([init.signal as AbortSignal, cut.signal]) })
  })
  const { changes, next } = await watch(cloud, () => events() === 1)
  await sleep(1500)
  isCut = true
  cut.abort(new Error('The stream is cut.'))
  await cloud.volumes.create({ body })
  await cloud.volumes.create({ body: { ...body, name: 'logs' } })
  expect([nameOf(await next), nameOf(await changes.next())].toSorted()).toEqual(['made covers-data', 'made logs'])
  const third = changes.next()
  while (events() < 2) await sleep(5)
  await cloud.volumes.create({ body: { ...body, name: 'third' } })
  expect(nameOf(await third)).toBe('made third')
  expect(events()).toBe(2)
  await changes.return()
})

test.each([
  { what: 'a server that has no such thing', answer: () => new Response(null, { status: 404 }) },
  { what: 'a server that answers with a page', answer: () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }) },
  { what: 'an answer without a body', answer: () => new Response(null, { headers: { 'content-type': 'text/event-stream' } }) },
])('$what is asked once, and its list is looked at now and then', async ({ answer }) => {
  const { cloud, asked, events } = await start((url) => (url.endsWith('/events') ? Promise.resolve(answer()) : undefined))
  const { changes, next } = await watch(cloud, () => asked.length > 6, { intervalMs: 100 })
  await cloud.volumes.create({ body })
  expect(nameOf(await next)).toBe('made covers-data')
  expect(events()).toBe(1)
  await changes.return()
})

test('a stream that cannot be had just now is asked for again', async () => {
  let count = 0
  const { cloud, asked, events } = await start((url) =>
    url.endsWith('/events') && (count += 1) < 3 ? Promise.reject(new TypeError('fetch failed')) : undefined,
  )
  const { changes, next } = await watch(cloud, () => events() === 3, { intervalMs: 100 })
  await cloud.volumes.create({ body })
  expect(nameOf(await next)).toBe('made covers-data')
  // After each look once: a call's retries, and the budget that they share, are for what somebody waits for.
  const [list, stream] = ['/v2/volumes?per_page=200', '/_sandbox/events']
  expect(asked.slice(0, 6)).toEqual([list, stream, list, stream, list, stream])
  expect(events()).toBe(3)
  await changes.return()
})

test('a server that never answers to it holds nothing up', async () => {
  const { cloud, events } = await start((url) => (url.endsWith('/events') ? new Promise(() => {}) : undefined))
  const { changes, next } = await watch(cloud, () => events() === 1, { intervalMs: 100 })
  await cloud.volumes.create({ body })
  expect(nameOf(await next)).toBe('made covers-data')
  expect(events()).toBe(1)
  await changes.return()
})

test('a pause that news cut short is over: nothing is left of it that would keep a process', async () => {
  const pauses: (AbortSignal | undefined)[] = []
  const { cloud, events } = await start()
  const sleepAndTell: Clock['sleep'] = (milliseconds, signal) => {
    if (milliseconds === never.intervalMs) pauses.push(signal)
    return systemClock.sleep(milliseconds, signal)
  }
  const watching = cloud.withOptions({ clock: { ...systemClock, sleep: sleepAndTell } })
  const { changes, next } = await watch(watching, () => events() === 1)
  await cloud.volumes.create({ body })
  await next
  expect(pauses.length).toBeGreaterThan(0)
  expect(pauses.map((signal) => signal?.aborted)).toEqual(pauses.map(() => true))
  await changes.return()
})

test('leaving the loop closes the stream', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const { cloud } = await start((url, init) => {
    if (url.endsWith('/events')) begun.resolve(init.signal as AbortSignal)
    return undefined
  })
  const make = async () => {
    const { aborted } = await begun.promise
    await cloud.volumes.create({ body })
    return aborted
  }
  const making = make()
  for await (const { kind } of cloud.watch('volumes', never)) {
    expect(kind).toBe('made')
    break
  }
  expect(await making).toBe(false)
  expect((await begun.promise).aborted).toBe(true)
})

test('a signal ends it while it listens', async () => {
  const leave = new AbortController()
  const { cloud, events } = await start()
  const { next } = await watch(cloud, () => events() === 1, { ...never, signal: leave.signal })
  leave.abort(new Error('Enough.'))
  await expect(next).rejects.toBe(leave.signal.reason)
})

test('no token goes with it, and a platform that is not here is not asked', async () => {
  const sent: [url: string, authorization: string | null][] = []
  const watchAt = async (baseUrl: string) => {
    const signal = AbortSignal.timeout(250)
    const cloud = createCloud({
      baseUrl,
      token: 'dop_v1_test',
      allowHttp: true,
      fetch: async (url, init) => {
        sent.push([url, new Headers(init.headers).get('authorization')])
        return url.endsWith('/events') ? new Response(null, { status: 404 }) : Response.json({ volumes: [], links: {}, meta: { total: 0 } })
      },
    })
    await cloud
      .watch('volumes', { intervalMs: 100, signal })
      .next()
      .catch(() => {})
    return sent.splice(0).filter(([url]) => url.includes('_sandbox'))
  }
  for (const here of ['http://127.0.0.1:4020', 'http://localhost:4020', 'http://[::1]:4020', 'http://localhost'])
    expect(await watchAt(here)).toEqual([[`${here}/_sandbox/events`, null]])
  for (const there of [
    'https://127.0.0.1:4020',
    'https://platform.example',
    'http://localhost.example',
    'http://127.0.0.10',
    'http://sandbox:4020',
  ])
    expect(await watchAt(there)).toEqual([])
})
