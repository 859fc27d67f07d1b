import { expect, expectTypeOf, test } from 'vitest'
import type { Droplet, Volume } from '@spindrift/types'
import { catchError } from '../../test/catch-error.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { type Change, CloudError, ConnectionError, ForbiddenError, type WatchedItem, type WatchOptions } from '../index.ts'
import { createTestCloud, type TestCloud } from '../testing/index.ts'

const body = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const

type Happening = (platform: TestCloud) => unknown

/** A platform has no events to listen to, as a sandbox does. */
function withoutEvents(platformOf: () => TestCloud) {
  return async (url: string, init: RequestInit) =>
    url.includes('/_sandbox') ? new Response(null, { status: 404 }) : platformOf().sandbox.fetch(url, init)
}

/** A platform whose volumes are watched. Between two looks happens what the test says, one thing each. */
async function watchVolumes(happenings: readonly Happening[], options?: WatchOptions) {
  const left = [...happenings]
  const clock = createManualClock({
    onSleep: () => {
      const happening = left.shift()
      if (!happening) throw new Error('Nothing more happens.')
      return happening(platform)
    },
  })
  const platform: TestCloud = await createTestCloud({ client: { clock, retry: false, fetch: withoutEvents(() => platform) } })
  const { volume } = await platform.cloud.volumes.create({ body })
  return { ...platform, clock, volume, changes: platform.cloud.watch('volumes', options) }
}

test('what is made, changes and goes is told, and what is there at first is not', async () => {
  const { changes, volume, clock } = await watchVolumes([
    ({ cloud }) => cloud.volumes.create({ body: { ...body, name: 'logs' } }),
    () => undefined,
    ({ cloud }) =>
      cloud.volumes.actions.create({ path: { volume_id: volume.id }, body: { type: 'resize', size_gigabytes: 200, region: 'nyc3' } }),
    ({ cloud }) => cloud.volumes.delete({ path: { volume_id: volume.id } }),
  ])
  const seen: Change<Volume>[] = []
  for await (const change of changes) if (seen.push(change) === 3) break
  const [made, changed, gone] = seen
  expect(made).toMatchObject({ kind: 'made', before: undefined, after: { name: 'logs' }, changes: [] })
  expect(changed).toMatchObject({ kind: 'changed', before: { size_gigabytes: 100 }, after: { id: volume.id, size_gigabytes: 200 } })
  expect(changed!.changes).toEqual([{ field: 'size_gigabytes', from: 100, to: 200 }])
  expect(gone).toMatchObject({ kind: 'gone', before: { id: volume.id }, after: undefined, changes: [] })
  expect(clock.sleeps).toEqual([5000, 5000, 5000, 5000])
})

test('a platform that cannot be reached for a while is asked again, and nothing is missed', async () => {
  const { changes } = await watchVolumes([
    async ({ cloud, fail }) => {
      await cloud.volumes.create({ body: { ...body, name: 'logs' } })
      await fail({ cut: 'before', times: 1 })
    },
    ({ fail }) => fail({ status: 503, times: 1 }),
    () => undefined,
  ])
  expect((await changes.next()).value).toMatchObject({ kind: 'made', after: { name: 'logs' } })
})

test('a platform that was never reached, and one that refuses, end it', async () => {
  const never = await watchVolumes([])
  await never.fail({ cut: 'before' })
  expect(await catchError(never.changes.next())).toBeInstanceOf(ConnectionError)
  const refuses = await watchVolumes([({ fail }) => fail({ status: 403 })])
  expect(await catchError(refuses.changes.next())).toBeInstanceOf(ForbiddenError)
})

test('a signal ends it with its reason', async () => {
  const leave = new AbortController()
  const { changes } = await watchVolumes([() => undefined, () => leave.abort(new Error('Enough.'))], { signal: leave.signal })
  expect(await catchError(changes.next())).toBe(leave.signal.reason)
})

test('a signal ends a pause of the real clock at once', async () => {
  await using platform = await createTestCloud()
  const signal = AbortSignal.timeout(50)
  const started = performance.now()
  expect(await catchError(platform.cloud.watch('tags', { signal, intervalMs: 600_000 }).next())).toBe(signal.reason)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a part of the list is watched, and no more often than ten times a second', async () => {
  const { changes, clock } = await watchVolumes(
    [
      ({ cloud }) => cloud.volumes.create({ body: { ...body, name: 'logs' } }),
      ({ cloud }) => cloud.volumes.create({ body: { ...body, name: 'logs', region: 'fra1' } }),
    ],
    { query: { region: 'fra1' }, intervalMs: 1 },
  )
  expect((await changes.next()).value).toMatchObject({ kind: 'made', after: { region: { slug: 'fra1' } } })
  expect(clock.sleeps).toEqual([100, 100])
})

test('actions and droplets are watched alike', async () => {
  expectTypeOf<WatchedItem<'droplets'>>().toEqualTypeOf<Droplet>()
  const clock = createManualClock({
    onSleep: () => cloud.droplets.create({ body: { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' } }),
  })
  const { cloud } = await createTestCloud({ client: { clock } })
  expect((await cloud.watch('actions').next()).value).toMatchObject({ kind: 'made', after: { type: 'create' } })
})

test('what has no list of items with ids is refused', async () => {
  await using platform = await createTestCloud()
  const watch = platform.cloud.watch as (name: string) => AsyncGenerator
  for (const name of ['account', 'boats']) {
    const error = await catchError(watch(name).next(), CloudError)
    expect(error.message).toBe(`cloud.watch('${name}'): there is no list of them to watch.`)
  }
  // @ts-expect-error -- it has no list
  platform.cloud.watch('account')
})
