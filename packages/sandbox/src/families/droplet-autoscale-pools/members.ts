/** Droplets of a pool: created and deleted to match the target number, with a history of the changes. */
import { conflict, Failure } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { startDroplet } from '../droplets/index.ts'
import { scheduleRetry } from '../../shared/schedule-job.ts'
import { setPlacement } from '../../shared/project-urns.ts'
import { planMember } from './pool-settings.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** `wanted`: target number of droplets. `droplets`: ids of the droplets that are deleted with the pool. */
    DropletAutoscalePool: { wanted?: number; droplets?: readonly number[] }
  }
}

type Member = Kinds['DropletAutoscalePoolMember']
type Event = Kinds['DropletAutoscalePoolEvent']

const insideOf = (pool: string) => childPath(keyOf('DropletAutoscalePool', pool))

/** Oldest first. */
export function listMembers({ engine }: AccountContext, pool: string): Member[] {
  return engine.list('DropletAutoscalePoolMember', { parent: insideOf(pool) })
}

/** Changes the pool to `target` droplets, deleting the newest first, and records the change. */
export function resizePool(ctx: AccountContext, pool: string, target: number, reason: Event['reason']): void {
  const { engine } = ctx
  const members = listMembers(ctx, pool)
  engine.setHidden('DropletAutoscalePool', pool, { wanted: target })
  if (members.length === target) return
  const event = { current_instance_count: members.length, desired_instance_count: target, reason }
  const parent = insideOf(pool)
  const { history_event_id: id } = engine.create('DropletAutoscalePoolEvent', event, { parent })
  for (const { droplet_id: surplus } of members.slice(target)) removeMember(ctx, pool, surplus)
  if (!addMissingMembers(ctx, pool)) engine.setFields('DropletAutoscalePoolEvent', { parent, id }, { status: 'error' })
}

/** Creates the missing droplets. Returns false if some could not be created; the pool then retries. */
function addMissingMembers(ctx: AccountContext, pool: string, attempt = 0): boolean {
  const { engine } = ctx
  const { name, droplet_template: template } = engine.get('DropletAutoscalePool', pool)
  try {
    for (let missing = countMissing(ctx, pool); missing > 0; missing -= 1) addMember(ctx, pool, name, template)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    engine.setFields('DropletAutoscalePool', pool, { status: 'error' })
    scheduleRetry(ctx, attempt, 'dropletAutoscalePools.retry', { pool })
    return false
  }
  engine.setFields('DropletAutoscalePool', pool, { status: 'active' })
  return true
}

function countMissing(ctx: AccountContext, pool: string): number {
  return (ctx.engine.getHidden('DropletAutoscalePool', pool).wanted ?? 0) - listMembers(ctx, pool).length
}

function addMember(ctx: AccountContext, pool: string, poolName: string, template: Kinds['DropletAutoscalePool']['droplet_template']): void {
  const plan = planMember(ctx, poolName, template)
  const [name = poolName] = plan.names
  const owner = { job: 'dropletAutoscalePools.replace', payload: { pool } }
  const id = startDroplet(ctx, plan, name, { owner }).droplet.id
  ctx.engine.create('DropletAutoscalePoolMember', { health_status: 'healthy', current_utilization: {} }, { parent: insideOf(pool), id })
  const { project_id: project } = template
  if (project) setPlacement(ctx, `do:droplet:${id}`, keyOf('Project', project))
}

function removeMember(ctx: AccountContext, pool: string, id: number): void {
  ctx.engine.delete('DropletAutoscalePoolMember', { parent: insideOf(pool), id })
  if (ctx.engine.find('Droplet', id)) ctx.engine.delete('Droplet', id)
}

/** @throws Failure 404, 409 */
export function assertStaying({ engine }: AccountContext, pool: string): void {
  if (engine.get('DropletAutoscalePool', pool).status === 'deleting') throw conflict('The autoscale pool is being deleted.')
}

interface PoolJob {
  readonly pool: string
}

/** Retries a failed resize and updates its event in the history. */
export function retryResize({ pool, attempt }: PoolJob & { readonly attempt: number }, ctx: AccountContext): void {
  const { engine, clock } = ctx
  if (engine.find('DropletAutoscalePool', pool)?.status !== 'error') return
  const missing = countMissing(ctx, pool)
  const before = listMembers(ctx, pool).length
  const isComplete = addMissingMembers(ctx, pool, attempt)
  const parent = insideOf(pool)
  const last = engine.findNewest('DropletAutoscalePoolEvent', { parent })
  if (!isComplete && last?.status === 'error')
    engine.setFields('DropletAutoscalePoolEvent', { parent, id: last.history_event_id }, { updated_at: clock.timestamp() })
  if (!isComplete || missing <= 0) return
  const event = { current_instance_count: before, desired_instance_count: before + missing, reason: 'SCALE_UP' } as const
  engine.create('DropletAutoscalePoolEvent', event, { parent })
}

/** Replaces deleted droplets of the pool. */
export function replaceMembers({ pool }: PoolJob, ctx: AccountContext): void {
  const { engine } = ctx
  const status = engine.find('DropletAutoscalePool', pool)?.status
  if (status === undefined || status === 'deleting') return
  for (const { droplet_id: member } of listMembers(ctx, pool))
    if (!engine.find('Droplet', member)) engine.delete('DropletAutoscalePoolMember', { parent: insideOf(pool), id: member })
  // A retry of the failed attempt is scheduled.
  if (status === 'active') addMissingMembers(ctx, pool)
}
