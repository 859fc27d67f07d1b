/** Groups of equal droplets that are kept at a size. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { describeMember, describePool } from './describe.ts'
import { dismissAll, listMembers, poolKey, replace, resize, retry, settle } from './members.ts'
import { readPool, wantedCount } from './read-pool.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'

const secondsToDelete = 5

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({
    kind: 'DropletAutoscalePool',
    where: readFilters(call),
    order: 'newest',
    page: readPage(call),
  })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((pool) => JSON.stringify(describePool(world, pool)))
  return replyPage(call, 'autoscale_pools', { texts: described.join(','), total })
}

const get: Behavior = (call, world) => reply(world, keyOf(call))

const create: Behavior = (call, world) => {
  const settings = readPool(world, readBody(call))
  const { id } = world.engine.create('DropletAutoscalePool', { name: settings.name })
  const key = poolKey(id)
  // Set, not merged with the blank: a rule has the properties of one kind only.
  world.engine.change(key, { ...settings })
  const answer = reply(world, key)
  resize(world, key, wantedCount({ ...settings }, 0), 'CONFIGURATION_CHANGE')
  return answer
}

const update: Behavior = (call, world) => {
  const key = keyOf(call)
  assertStaying(world.engine.get(key))
  const settings = readPool(world, readBody(call))
  world.engine.change(key, { ...settings, updated_at: world.clock.stamp() })
  resize(world, key, wantedCount({ ...settings }, listMembers(world, key).length), 'CONFIGURATION_CHANGE')
  return reply(world, key)
}

const dissolve: Behavior = (call, world) => {
  startDeleting(world, keyOf(call), false)
  return {}
}

const destroy: Behavior = (call, world) => {
  const key = keyOf(call)
  world.engine.text(key)
  if (call.headers['x-dangerous'] !== 'true') throw unprocessable('X-Dangerous: must be true, because the droplets are deleted too.')
  startDeleting(world, key, true)
  return {}
}

function startDeleting(world: World, key: Key, takesDroplets: boolean): void {
  assertStaying(world.engine.get(key))
  world.engine.change(key, { status: 'deleting' })
  later(world, secondsToDelete, 'dropletAutoscalePools.delete', { pool: key.id, takesDroplets })
}

function finishDeleting({ pool, takesDroplets }: { readonly pool: string; readonly takesDroplets: boolean }, world: World): void {
  const key = poolKey(pool)
  if (!world.engine.find(key)) return
  if (takesDroplets) dismissAll(world, key)
  world.engine.remove(key)
}

/** @throws Failure 409 */
function assertStaying(pool: Value): void {
  if (pool['status'] === 'deleting') throw conflict('The autoscale pool is being deleted.')
}

const members: Behavior = (call, world) => {
  const key = keyOf(call)
  const pool = world.engine.get(key)
  const page = world.engine.list({ kind: 'DropletAutoscalePoolMember', parent: under(key), page: readPage(call) })
  const described = (JSON.parse(`[${page.texts}]`) as Value[]).map((member) => JSON.stringify(describeMember(world, pool, member)))
  return replyPage(call, 'droplets', { texts: described.join(','), total: page.total })
}

const keyOf = (call: Call): Key => poolKey(call.path['autoscale_pool_id'])

function reply(world: World, key: Key): { readonly body: string } {
  return { body: JSON.stringify({ autoscale_pool: describePool(world, world.engine.get(key)) }) }
}

export const dropletAutoscalePools: FamilyBehavior = {
  operations: {
    dropletAutoscalePools_list: list,
    dropletAutoscalePools_get: get,
    dropletAutoscalePools_create: create,
    dropletAutoscalePools_update: update,
    dropletAutoscalePools_delete: dissolve,
    dropletAutoscalePools_delete_dangerous: destroy,
    dropletAutoscalePools_list_members: members,
  },
  due: {
    'dropletAutoscalePools.settle': settle,
    'dropletAutoscalePools.retry': retry,
    'dropletAutoscalePools.replace': replace,
    'dropletAutoscalePools.delete': finishDeleting,
  },
}
