/** The droplets of a pool: made and taken away until there are as many as wanted, and every change on record. */
import { Failure } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { startDroplet } from '../droplets/index.ts'
import { later, tryAgain } from '../../shared/later.ts'
import { place } from '../../shared/project-urns.ts'
import { planMember } from './read-pool.ts'

const secondsToSettle = 40

export type Reason = 'CONFIGURATION_CHANGE' | 'SCALE_UP' | 'SCALE_DOWN'

export const poolKey = (id: unknown): Key => ({ kind: 'DropletAutoscalePool', id: String(id) })

const memberKey = (pool: Key, id: unknown): Key => ({ kind: 'DropletAutoscalePoolMember', parent: under(pool), id: String(id) })
const eventKey = (pool: Key, id: unknown): Key => ({ kind: 'DropletAutoscalePoolEvent', parent: under(pool), id: String(id) })

/** Oldest first. */
export function listMembers({ engine }: World, pool: Key): Value[] {
  return engine.all({ kind: 'DropletAutoscalePoolMember', parent: under(pool) })
}

/** Brings the pool to `wanted` droplets, the youngest going first, and notes it. */
export function resize(world: World, pool: Key, wanted: number, reason: Reason): void {
  const { engine } = world
  const members = listMembers(world, pool)
  engine.hide(pool, { wanted })
  if (members.length === wanted) return
  const event = { current_instance_count: members.length, desired_instance_count: wanted, reason }
  const { history_event_id: id } = engine.create('DropletAutoscalePoolEvent', event, { parent: under(pool), lifecycle: false })
  for (const { droplet_id: surplus } of members.slice(wanted)) dismiss(world, pool, surplus)
  if (fill(world, pool)) later(world, secondsToSettle, 'dropletAutoscalePools.settle', { pool: pool.id, event: id })
  else engine.change(eventKey(pool, id), { status: 'error' })
}

/** Makes what is missing. False when not all could be made; the pool then tries again by itself. */
function fill(world: World, pool: Key, attempt = 0): boolean {
  const { engine } = world
  const { name, droplet_template: template } = engine.get(pool) as { name: string; droplet_template: Value }
  try {
    for (let missing = countMissing(world, pool); missing > 0; missing -= 1) hire(world, pool, name, template)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    engine.change(pool, { status: 'error' })
    tryAgain(world, attempt, 'dropletAutoscalePools.retry', { pool: pool.id })
    return false
  }
  engine.change(pool, { status: 'active' })
  return true
}

function countMissing(world: World, pool: Key): number {
  return Number(world.engine.hidden(pool)['wanted']) - listMembers(world, pool).length
}

function hire(world: World, pool: Key, poolName: string, template: Value): void {
  const plan = planMember(world, poolName, template)
  const [name = poolName] = plan.names
  const owner = { due: 'dropletAutoscalePools.replace', payload: { pool: pool.id } }
  const id = startDroplet(world, plan, name, { owner }).droplet.id
  world.engine.create('DropletAutoscalePoolMember', {}, { parent: under(pool), id, lifecycle: false })
  const { project_id: project } = template
  if (project !== '') place(world, `do:droplet:${id}`, { kind: 'Project', id: String(project) })
}

function dismiss(world: World, pool: Key, id: unknown): void {
  world.engine.remove(memberKey(pool, id))
  if (world.engine.find('Droplet', String(id))) world.engine.remove('Droplet', String(id))
}

export function dismissAll(world: World, pool: Key): void {
  for (const { droplet_id: id } of listMembers(world, pool)) dismiss(world, pool, id)
}

interface PoolDue {
  readonly pool: string
}

/** The change of size is over. */
export function settle({ pool, event }: PoolDue & { readonly event: string }, { engine, clock }: World): void {
  const key = eventKey(poolKey(pool), event)
  if (engine.find(key)?.['status'] === 'in_progress') engine.change(key, { status: 'success', updated_at: clock.stamp() })
}

/** Tries again what failed. The failure that stands last in the history is looked at anew. */
export function retry({ pool: id, attempt }: PoolDue & { readonly attempt: number }, world: World): void {
  const { engine, clock } = world
  const pool = poolKey(id)
  if (engine.find(pool)?.['status'] !== 'error') return
  const missing = countMissing(world, pool)
  const before = listMembers(world, pool).length
  const works = fill(world, pool, attempt)
  const parent = under(pool)
  const [last] = engine.all({ kind: 'DropletAutoscalePoolEvent', parent, order: 'newest', page: { number: 1, size: 1 } })
  if (!works && last?.['status'] === 'error') engine.change(eventKey(pool, last['history_event_id']), { updated_at: clock.stamp() })
  if (!works || missing <= 0) return
  const event = { current_instance_count: before, desired_instance_count: before + missing, reason: 'SCALE_UP' }
  const made = engine.create('DropletAutoscalePoolEvent', event, { parent, lifecycle: false })
  later(world, secondsToSettle, 'dropletAutoscalePools.settle', { pool: id, event: made['history_event_id'] })
}

/** Somebody deleted droplets of the pool: others take their place, and the size is as it was. */
export function replace({ pool: id }: PoolDue, world: World): void {
  const { engine } = world
  const pool = poolKey(id)
  const status = engine.find(pool)?.['status']
  if (status === undefined || status === 'deleting') return
  for (const { droplet_id: member } of listMembers(world, pool))
    if (!engine.find({ kind: 'Droplet', id: String(member) })) engine.remove(memberKey(pool, member))
  // Where an earlier attempt failed, the next one is on its way.
  if (status === 'active') fill(world, pool)
}
