/** Autoscale pools: groups of equal droplets. */
import type { Handler } from '../../engine/call.ts'
import { describePool } from './descriptions.ts'
import { assertStaying, listMembers, replaceMembers, resizePool, retryResize } from './members.ts'
import { parsePool, wantedCount } from './pool-settings.ts'
import type { Handlers, Jobs } from '../family.ts'

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

const destroy: Handler<'droplets_autoscalePools_deleteDangerous'> = ({ path: { autoscale_pool_id: id } }, ctx) => {
  assertStaying(ctx, id)
  ctx.engine.setHidden('DropletAutoscalePool', id, { droplets: listMembers(ctx, id).map(({ droplet_id: droplet }) => droplet) })
  ctx.engine.trigger('DropletAutoscalePool', id, 'droplets_autoscalePools_deleteDangerous')
}

export const handlers = {
  droplets_autoscalePools_create: create,
  droplets_autoscalePools_update: update,
  droplets_autoscalePools_deleteDangerous: destroy,
} satisfies Handlers

export const jobs: Jobs = {
  'dropletAutoscalePools.retry': retryResize,
  'dropletAutoscalePools.replace': replaceMembers,
}
