/** Watching actions over answers that are written one by one: what is asked for, and what is told of it. */
import { expect, expectTypeOf, test } from 'vitest'
import type { Action } from '@spindrift/types'
import { catchError } from '../../test/catch-error.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { createActions } from '../generated/actions.ts'
import { type Change, createCloud, NotFoundError } from '../index.ts'

type Row = { id: number; status: string }

const origin = 'https://platform.example'
const ended = (id: number): Row => ({ id, status: 'completed' })
const under = (id: number): Row => ({ id, status: 'in-progress' })
/** `[to, …, from]`, as the list has them. */
const range = (from: number, to: number, make = ended) => Array.from({ length: to - from + 1 }, (_, at) => make(to - at))

interface Platform {
  actions: Row[]
  headers: Record<string, string>
  /** Answers in place of the platform. */
  refuse: Response | undefined
  readonly asked: string[]
  finish(id: number): void
}

/** A platform with these actions. Between two looks happens what the test says, one thing each. */
function start(actions: Row[], happenings: readonly ((platform: Platform) => unknown)[] = []) {
  const left = [...happenings]
  const clock = createManualClock({
    onSleep: () => {
      const happening = left.shift()
      if (!happening) throw new Error('Nothing more happens.')
      platform.asked.splice(0)
      return happening(platform)
    },
  })
  const platform: Platform = {
    actions,
    headers: {},
    refuse: undefined,
    asked: [],
    finish: (id) => (platform.actions = platform.actions.map((each) => (each.id === id ? ended(id) : each))),
  }
  const fetch = async (url: string) => {
    const { pathname, searchParams } = new URL(url)
    platform.asked.push(url.slice(`${origin}/v2/actions`.length))
    if (platform.refuse) return platform.refuse
    const id = /^\/v2\/actions\/(\d+)$/.exec(pathname)?.[1]
    const init = { headers: platform.headers }
    if (id !== undefined) return Response.json({ action: platform.actions.find((each) => each.id === Number(id)) }, init)
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page'))]
    const next = page * size < platform.actions.length && { next: `${origin}/v2/actions?per_page=${size}&page=${page + 1}` }
    const body = {
      actions: platform.actions.slice(page * size - size, page * size),
      links: { pages: { ...next } },
      meta: { total: platform.actions.length },
    }
    return Response.json(body, init)
  }
  const options = { baseUrl: origin, token: 'dop_v1_test', fetch, clock, retry: false } as const
  return { platform, clock, changes: createActions(options).watch(), cloud: createCloud(options) }
}

const [first, second, third] = ['?per_page=200', '?per_page=200&page=2', '?per_page=200&page=3']

async function read(changes: AsyncGenerator<Change<Action>>, count: number): Promise<string[]> {
  const told: string[] = []
  for (; told.length < count;) {
    const { value } = await changes.next()
    const { kind, before, after } = value as Change<Action>
    told.push(`${kind} ${after?.id}: ${before ? `${before.status} → ` : ''}${after?.status}`)
  }
  return told
}

test('only the newest page is read when nothing is under way', async () => {
  const { platform, changes } = start(range(1, 450), [
    () => undefined,
    (on) => on.actions.unshift(ended(452), under(451)),
    (on) => on.finish(451),
  ])
  expect(await read(changes, 2)).toEqual(['made 451: in-progress', 'made 452: completed'])
  expect(platform.asked).toEqual([first])
  expect(await read(changes, 1)).toEqual(['changed 451: in-progress → completed'])
  expect(platform.asked).toEqual([first])
})

test('an account without actions has its first one told', async () => {
  const { changes } = start([], [(on) => on.actions.unshift(under(1))])
  expect(await read(changes, 1)).toEqual(['made 1: in-progress'])
})

test('the first look goes on as far as a page has something under way', async () => {
  const { platform, changes } = start(range(1, 700).with(0, under(700)).with(300, under(400)), [(on) => on.finish(400)])
  expect(await read(changes, 1)).toEqual(['changed 400: in-progress → completed'])
  expect(platform.asked).toEqual([first, '/400'])
})

test('the first look reads no further than that', async () => {
  const { platform, changes } = start(range(1, 700).with(0, under(700)))
  await catchError(changes.next())
  expect(platform.asked).toEqual([first, second])
})

test('what is behind the newest page is no news, whatever else is read', async () => {
  const { platform, changes } = start(range(1, 450), [
    (on) => (on.actions = [...range(451, 460, under), ...on.actions]),
    (on) => (on.actions = [...range(461, 700), ...on.actions]),
    (on) => on.finish(455),
  ])
  expect(await read(changes, 10)).toEqual(
    range(451, 460, under)
      .toReversed()
      .map(({ id }) => `made ${id}: in-progress`),
  )
  const told = await read(changes, 240)
  expect([told[0], told[239]]).toEqual(['made 461: completed', 'made 700: completed'])
  expect(platform.asked).toEqual([first, second])
  expect(await read(changes, 1)).toEqual(['changed 455: in-progress → completed'])
  expect(platform.asked).toEqual([first, second])
})

test.each([
  { behind: 3, want: [first, '/1', '/2', '/3'] },
  { behind: 4, want: [first, second] },
])('$behind under way behind the newest page are read as is cheaper', async ({ behind, want }) => {
  const { platform, changes } = start(range(1, behind, under), [
    (on) => (on.actions = [...range(behind + 1, 200), ...on.actions]),
    (on) => (on.actions = [ended(202), ended(201), ...on.actions.filter(({ id }) => id > behind), ...range(1, behind, under)]),
    (on) => (on.actions = [...range(203, 204), ...on.actions]),
    (on) => on.finish(1),
  ])
  await read(changes, 200 - behind + 2 + 2)
  expect(platform.asked.toSorted()).toEqual(want.toSorted())
  expect(await read(changes, 1)).toEqual(['changed 1: in-progress → completed'])
})

test('more new ones than a page has are all told', async () => {
  const { platform, changes } = start(range(1, 10), [(on) => (on.actions = [...range(11, 500), ...on.actions])])
  expect(await read(changes, 490)).toHaveLength(490)
  expect(platform.asked).toEqual([first, second, third])
})

test('a look that broke off half way is made again, and nothing is told twice', async () => {
  const { changes } = start(range(1, 10), [
    (on) => {
      on.actions = [...range(11, 12), ...on.actions]
      on.refuse = new Response(null, { status: 502 })
    },
    (on) => (on.refuse = undefined),
    (on) => on.actions.unshift(ended(13)),
  ])
  expect(await read(changes, 3)).toEqual(['made 11: completed', 'made 12: completed', 'made 13: completed'])
})

test('cloud.watch of them reads no more either', async () => {
  const { platform, cloud } = start(range(1, 450), [(on) => on.actions.unshift(ended(451))])
  expect(await read(cloud.watch('actions'), 1)).toEqual(['made 451: completed'])
  expect(platform.asked).toEqual([first])
  const again = start(range(1, 450), [(on) => on.actions.unshift(ended(451))])
  expect(await read(again.cloud.actions.watch(), 1)).toEqual(['made 451: completed'])
})

test.each([
  { remaining: 4999, want: 5000 },
  { remaining: 2500, want: 5000 },
  { remaining: 720, want: 5000 },
  { remaining: 100, want: 36_000 },
  { remaining: 60, want: 60_000 },
  { remaining: 1, want: 60_000 },
  { remaining: 0, want: 60_000 },
])('with $remaining requests left of the hour it looks after $want ms', async ({ remaining, want }) => {
  const { platform, changes, clock } = start(range(1, 10), [() => undefined])
  platform.headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': String(remaining), 'ratelimit-reset': '1900000000' }
  await catchError(changes.next())
  expect(clock.sleeps).toEqual([want, want])
})

test('a look of several requests is paid for by each of them, and the next by its own', async () => {
  const { platform, changes, clock } = start(range(1, 300, under), [(on) => (on.actions = range(1, 300)), () => undefined])
  platform.headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '100', 'ratelimit-reset': '1900000000' }
  await read(changes, 300)
  await catchError(changes.next())
  expect(clock.sleeps).toEqual([72_000, 72_000, 36_000])
})

test('when the hour is used up it goes on once there is room', async () => {
  const headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '0', 'ratelimit-reset': '1900000000' }
  const { changes, clock } = start(range(1, 10), [
    (on) => (on.refuse = Response.json({ id: 'too_many_requests', message: 'API Rate limit exceeded.' }, { status: 429, headers })),
    (on) => {
      on.refuse = undefined
      on.actions.unshift(ended(11))
    },
  ])
  expect(await read(changes, 1)).toEqual(['made 11: completed'])
  expect(clock.sleeps).toEqual([5000, 60_000])
})

test('one that cannot be read by itself any more ends it', async () => {
  const { changes } = start(range(1, 1, under), [
    (on) => {
      on.actions = [...range(2, 300), ...on.actions]
    },
    (on) => {
      on.actions.unshift(ended(301))
    },
    (on) => (on.refuse = Response.json({ id: 'not_found', message: 'Gone.' }, { status: 404 })),
  ])
  await read(changes, 300)
  expect(await catchError(changes.next())).toBeInstanceOf(NotFoundError)
})

test('a field that differs is typed by its name', () => {
  type Field = Change<Action>['changes'][number]
  expectTypeOf<Extract<Field, { field: 'status' }>['to']>().toEqualTypeOf<Action['status'] | undefined>()
  expectTypeOf<Extract<Field, { field: 'completed_at' }>['from']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Extract<Field, { field: 'region.slug' }>['to']>().toExtend<string | undefined>()
  const isEnd = (change: Field) => change.field === 'status' && change.to === 'completed'
  expect(isEnd({ field: 'status', from: 'in-progress', to: 'completed' })).toBe(true)
  // @ts-expect-error -- it has no such field
  const isTypo = (change: Field) => change.field === 'state'
  expect(isTypo({ field: 'status', from: 'in-progress', to: 'completed' })).toBe(false)
})
