/** Groups of equal droplets that are kept at a size. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { parentKey } from '../../store/store.ts'
import type { World } from '../../engine/world.ts'
import { describeMember, describePool } from './describe.ts'
import { dismissAll, listMembers, replace, resize, retry, settle } from './members.ts'
import { readPool, wantedCount } from './read-pool.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'

const secondsToDelete = 5

const create: Behavior<'droplets_autoscalePools_create'> = ({ body }, world) => {
  const settings = readPool(world, body)
  const { id } = world.engine.add('DropletAutoscalePool', { ...settings, active_resources_count: 0 })
  // Set, not merged with the blank: a rule has the properties of one kind only.
  const pool = world.engine.change('DropletAutoscalePool', id, settings)
  const answer = { autoscale_pool: describePool(world, pool) }
  resize(world, id, wantedCount(settings, 0), 'CONFIGURATION_CHANGE')
  return answer
}

const update: Behavior<'droplets_autoscalePools_update'> = ({ path: { autoscale_pool_id: id }, body }, world) => {
  assertStaying(world, id)
  const settings = readPool(world, body)
  world.engine.change('DropletAutoscalePool', id, { ...settings, updated_at: world.clock.stamp() })
  resize(world, id, wantedCount(settings, listMembers(world, id).length), 'CONFIGURATION_CHANGE')
  return { autoscale_pool: describePool(world, world.engine.get('DropletAutoscalePool', id)) }
}

const destroy: Behavior<'droplets_autoscalePools_deleteDangerous'> = ({ path: { autoscale_pool_id: id }, headers }, world) => {
  world.engine.get('DropletAutoscalePool', id)
  if (headers['x-dangerous'] !== 'true') throw unprocessable('X-Dangerous: must be true, because the droplets are deleted too.')
  startDeleting(world, id, true)
}

function startDeleting(world: World, pool: string, takesDroplets: boolean): void {
  assertStaying(world, pool)
  world.engine.change('DropletAutoscalePool', pool, { status: 'deleting' })
  later(world, secondsToDelete, 'dropletAutoscalePools.delete', { pool, takesDroplets } satisfies Deletion)
}

interface Deletion {
  readonly pool: string
  readonly takesDroplets: boolean
}

function finishDeleting({ pool, takesDroplets }: Deletion, world: World): void {
  if (!world.engine.find('DropletAutoscalePool', pool)) return
  if (takesDroplets) dismissAll(world, pool)
  world.engine.remove('DropletAutoscalePool', pool)
}

/** @throws Failure 404, 409 */
function assertStaying({ engine }: World, pool: string): void {
  if (engine.get('DropletAutoscalePool', pool).status === 'deleting') throw conflict('The autoscale pool is being deleted.')
}

export const dropletAutoscalePools: FamilyBehavior = {
  behaviors: {
    droplets_autoscalePools_create: create,
    droplets_autoscalePools_update: update,
    droplets_autoscalePools_delete: ({ path }, world) => {
      startDeleting(world, path.autoscale_pool_id, false)
    },
    droplets_autoscalePools_deleteDangerous: destroy,
  },
  kinds: {
    DropletAutoscalePool: {
      show: (pool, _key, world) => describePool(world, pool),
    },
    DropletAutoscalePoolMember: {
      order: 'oldest',
      show: (member, { parent }, world) =>
        describeMember(world, world.engine.get('DropletAutoscalePool', parentKey(parent)?.id ?? ''), member),
    },
  },
  due: {
    'dropletAutoscalePools.settle': settle,
    'dropletAutoscalePools.retry': retry,
    'dropletAutoscalePools.replace': replace,
    'dropletAutoscalePools.delete': finishDeleting,
  },
}
