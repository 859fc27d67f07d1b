/** Autoscale pools: groups of equal droplets. */
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { describePool } from './descriptions.ts'
import { removeAllMembers, listMembers, replaceMembers, resizePool, retryResize, finishResize } from './members.ts'
import { parsePool, wantedCount } from './pool-settings.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'

const secondsToDelete = 5

const create: Handler<'droplets_autoscalePools_create'> = ({ body }, ctx) => {
  const settings = parsePool(ctx, body)
  const { id } = ctx.engine.create('DropletAutoscalePool', { ...settings, active_resources_count: 0 })
  // Set, not merged with the defaults: a rule has the properties of one kind only.
  const pool = ctx.engine.setFields('DropletAutoscalePool', id, settings)
  const answer = { autoscale_pool: describePool(ctx, pool) }
  resizePool(ctx, id, wantedCount(settings, 0), 'CONFIGURATION_CHANGE')
  return answer
}

const update: Handler<'droplets_autoscalePools_update'> = ({ path: { autoscale_pool_id: id }, body }, ctx) => {
  assertStaying(ctx, id)
  const settings = parsePool(ctx, body)
  ctx.engine.setFields('DropletAutoscalePool', id, { ...settings, updated_at: ctx.clock.timestamp() })
  resizePool(ctx, id, wantedCount(settings, listMembers(ctx, id).length), 'CONFIGURATION_CHANGE')
  return { autoscale_pool: describePool(ctx, ctx.engine.get('DropletAutoscalePool', id)) }
}

const destroy: Handler<'droplets_autoscalePools_deleteDangerous'> = ({ path: { autoscale_pool_id: id }, headers }, ctx) => {
  ctx.engine.get('DropletAutoscalePool', id)
  if (headers['x-dangerous'] !== 'true') throw unprocessable('X-Dangerous: must be true, because the droplets are deleted too.')
  startDeleting(ctx, id, true)
}

function startDeleting(ctx: AccountContext, pool: string, takesDroplets: boolean): void {
  assertStaying(ctx, pool)
  ctx.engine.setFields('DropletAutoscalePool', pool, { status: 'deleting' })
  scheduleIn(ctx, secondsToDelete, 'dropletAutoscalePools.delete', { pool, takesDroplets } satisfies Deletion)
}

interface Deletion {
  readonly pool: string
  readonly takesDroplets: boolean
}

function finishDeleting({ pool, takesDroplets }: Deletion, ctx: AccountContext): void {
  if (!ctx.engine.find('DropletAutoscalePool', pool)) return
  if (takesDroplets) removeAllMembers(ctx, pool)
  ctx.engine.delete('DropletAutoscalePool', pool)
}

/** @throws Failure 404, 409 */
function assertStaying({ engine }: AccountContext, pool: string): void {
  if (engine.get('DropletAutoscalePool', pool).status === 'deleting') throw conflict('The autoscale pool is being deleted.')
}

export const handlers = {
  droplets_autoscalePools_create: create,
  droplets_autoscalePools_update: update,
  droplets_autoscalePools_delete: ({ path }, ctx) => {
    startDeleting(ctx, path.autoscale_pool_id, false)
  },
  droplets_autoscalePools_deleteDangerous: destroy,
} satisfies Handlers

export const jobs: Jobs = {
  'dropletAutoscalePools.settle': finishResize,
  'dropletAutoscalePools.retry': retryResize,
  'dropletAutoscalePools.replace': replaceMembers,
  'dropletAutoscalePools.delete': finishDeleting,
}
