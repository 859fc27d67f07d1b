/** Backup policies of droplets, and the jobs that create and delete backups. */
import type { Handler } from '../../engine/call.ts'
import { answerPageAround, answerValues, parsePage } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { captureDroplet } from './droplet-snapshot.ts'

type Record = Operations['droplets_backupPolicies_get']['reply']['policy']
export type Policy = NonNullable<Record['backup_policy']>
export type PolicyRequest = Operations['droplets_create']['body']['backup_policy']

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
const hours = [0, 4, 8, 12, 16, 20] as const
const windowHours = 4

/** Completes a requested backup policy. Default: weekly, Sunday at 4. */
export function parsePolicy(request: PolicyRequest): Policy {
  const shared = { hour: request?.hour ?? 4, window_length_hours: windowHours }
  return request?.plan === 'daily'
    ? { plan: 'daily', ...shared, retention_period_days: 7 }
    : { plan: 'weekly', weekday: request?.weekday ?? 'SUN', ...shared, retention_period_days: 28 }
}

/** The next time the plan's window opens after `now`. */
export function nextWindow({ plan, weekday, hour }: Policy, now: number): NonNullable<Kinds['Droplet']['next_backup_window']> {
  const start = new Date(now)
  start.setUTCHours(hour, 0, 0, 0)
  const matches = () => plan === 'daily' || days[start.getUTCDay()] === weekday
  while (start.getTime() <= now || !matches()) start.setUTCDate(start.getUTCDate() + 1)
  return { start: formatTimestamp(start.getTime()), end: formatTimestamp(start.getTime() + windowHours * 3_600_000) }
}

function describe({ engine }: AccountContext, { id, next_backup_window }: Kinds['Droplet']): Record {
  const { policy } = engine.getHidden('Droplet', id)
  return { droplet_id: id, backup_enabled: policy !== undefined, backup_policy: policy ?? null, next_backup_window }
}

export const getPolicy: Handler<'droplets_backupPolicies_get'> = ({ path }, ctx) => ({
  policy: describe(ctx, ctx.engine.get('Droplet', path.droplet_id)),
})

/** They are no list, but an object by droplet. */
export const listPolicies: Handler<'droplets_backupPolicies_list'> = (call, ctx) => {
  const { engine } = ctx
  const droplets = engine.list('Droplet', { order: 'newest', page: parsePage(call) })
  const policies = Object.fromEntries(droplets.map((droplet) => [droplet.id, describe(ctx, droplet)]))
  return answerPageAround(call, { texts: '', total: engine.count('Droplet') }, (_, paging) => ({ policies, ...paging }))
}

export const listSupported: Handler<'droplets_backupPolicies_listSupported'> = (call) => {
  const shared = { possible_window_starts: [...hours], window_length_hours: windowHours }
  return answerValues(call, 'supported_policies', [
    { name: 'weekly', ...shared, retention_period_days: 28, possible_days: [...days] },
    { name: 'daily', ...shared, retention_period_days: 7, possible_days: [] },
  ])
}

interface BackupJob {
  readonly id: number
  /** Planned window of the backup. The job does nothing if the droplet has another window by then. */
  readonly start: string
}

const minutesIntoWindow = 10

/** Backups from now on by `policy`, the first one in the next window. */
export function useBackups({ engine, store, clock }: AccountContext, id: number, policy: Policy): void {
  const window = nextWindow(policy, clock.now())
  engine.setHidden('Droplet', id, { policy })
  engine.setFields('Droplet', id, { next_backup_window: window })
  const job: BackupJob = { id, start: window.start }
  const at = Date.parse(job.start) + minutesIntoWindow * 60_000
  store.schedule({ at, name: 'droplets.backup', payload: JSON.stringify(job) })
}

export function createBackup({ id, start }: BackupJob, ctx: AccountContext): void {
  const { engine, store, clock } = ctx
  const droplet = engine.find('Droplet', id)
  const { policy } = droplet ? engine.getHidden('Droplet', id) : {}
  if (!droplet || !policy || droplet.next_backup_window?.start !== start) return
  const image = captureDroplet(ctx, droplet, 'backup', `${droplet.name} ${clock.timestamp().slice(0, 10)}`)
  const retention = policy.retention_period_days * 86_400_000
  store.schedule({ at: clock.now() + retention, name: 'droplets.expire', payload: JSON.stringify({ id: image.id }) })
  useBackups(ctx, id, policy)
}

/** A backup that was converted to a snapshot is kept. */
export function expireBackup({ id }: { readonly id: number }, { engine }: AccountContext): void {
  if (engine.find('Image', id)?.type === 'backup') engine.delete('Image', id)
}
