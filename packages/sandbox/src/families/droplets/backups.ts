/** When droplets are backed up, and the backups that the clock makes and deletes. */
import type { Behavior } from '../../engine/call.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Operations } from '../../generated/types.ts'
import { forgetSnapshot } from '../../shared/snapshots.ts'
import { captureDroplet } from './capture.ts'

export type Policy = NonNullable<Operations['droplets_get_backup_policy']['reply']['policy']['backup_policy']>

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
const hours = [0, 4, 8, 12, 16, 20] as const
const windowHours = 4

/** The whole plan behind what a request says of it; weekly, Sunday at 4, when it says nothing. */
export function readPolicy(request: unknown): Value {
  const { plan = 'weekly', weekday, hour } = isRecord(request) ? request : {}
  const shared = { hour: hour ?? 4, window_length_hours: windowHours }
  return plan === 'daily'
    ? { plan, ...shared, retention_period_days: 7 }
    : { plan: 'weekly', weekday: weekday ?? 'SUN', ...shared, retention_period_days: 28 }
}

/** The next time the plan's window opens after `now`. */
export function nextWindow(policy: Value, now: number): Value {
  const start = new Date(now)
  start.setUTCHours(Number(policy['hour']), 0, 0, 0)
  const matches = () => policy['plan'] === 'daily' || days[start.getUTCDay()] === policy['weekday']
  while (start.getTime() <= now || !matches()) start.setUTCDate(start.getUTCDate() + 1)
  const write = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`
  return { start: write(start.getTime()), end: write(start.getTime() + windowHours * 3_600_000) }
}

function describe({ engine }: World, droplet: Value): Value {
  const { policy } = engine.hidden({ kind: 'Droplet', id: String(droplet['id']) })
  return {
    droplet_id: droplet['id'],
    backup_enabled: policy !== undefined,
    backup_policy: policy ?? null,
    next_backup_window: droplet['next_backup_window'],
  }
}

export const getPolicy: Behavior = (call, world) => {
  const droplet = world.engine.get({ kind: 'Droplet', id: String(call.path['droplet_id']) })
  return { body: JSON.stringify({ policy: describe(world, droplet) }) }
}

export const listPolicies: Behavior = (call, world) => {
  const droplets = world.engine.all({ kind: 'Droplet', order: 'newest', page: readPage(call) })
  const policies = Object.fromEntries(droplets.map((droplet) => [String(droplet['id']), describe(world, droplet)]))
  const page = replyPage(call, 'policies', { texts: '', total: world.store.count({ kind: 'Droplet' }) })
  return { ...page, body: String(page.body).replace('"policies":[]', () => `"policies":${JSON.stringify(policies)}`) }
}

export const listSupported: Behavior = (call) => {
  const shared = { possible_window_starts: hours, window_length_hours: windowHours }
  return replyValues(call, 'supported_policies', [
    { name: 'weekly', ...shared, retention_period_days: 28, possible_days: days },
    { name: 'daily', ...shared, retention_period_days: 7, possible_days: [] },
  ])
}

interface BackupDue {
  readonly id: number
  /** The window it was meant for. When the droplet has another by now, this one is not made. */
  readonly start: string
}

const minutesIntoWindow = 10

/** Backups from now on by `policy`, the first one in the next window. */
export function useBackups({ engine, store, clock }: World, id: number, policy: Value): void {
  const key = { kind: 'Droplet', id: String(id) }
  const window = nextWindow(policy, clock.now())
  engine.hide(key, { policy })
  engine.change(key, { next_backup_window: window })
  const due: BackupDue = { id, start: String(window['start']) }
  const at = Date.parse(due.start) + minutesIntoWindow * 60_000
  store.schedule({ at, name: 'droplets.backup', payload: JSON.stringify(due) })
}

export function makeBackup({ id, start }: BackupDue, world: World): void {
  const { engine, store, clock } = world
  const key = { kind: 'Droplet', id: String(id) }
  const droplet = engine.find(key)
  const window = droplet?.['next_backup_window']
  if (!droplet || !isRecord(window) || window['start'] !== start) return
  const policy = engine.hidden(key)['policy'] as Value
  const image = captureDroplet(world, droplet, 'backup', `${String(droplet['name'])} ${clock.stamp().slice(0, 10)}`)
  const kept = Number(policy['retention_period_days']) * 86_400_000
  store.schedule({ at: clock.now() + kept, name: 'droplets.expire', payload: JSON.stringify({ id: image['id'] }) })
  useBackups(world, id, policy)
}

/** A backup that was made a snapshot meanwhile stays. */
export function expireBackup({ id }: { readonly id: number }, world: World): void {
  const key = { kind: 'Image', id: String(id) }
  if (world.engine.find(key)?.['type'] !== 'backup') return
  world.engine.remove(key)
  forgetSnapshot(world, key.id)
}
