/** Jobs that start by themselves. One schedule for each knowledge base; the store refuses a second. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { missing } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { findRunning, startJob } from '../indexing-jobs/index.ts'
import { databaseStatus, findSchedule, knowledgeBaseKey, listSources, openKnowledgeBase } from '../knowledge-bases/index.ts'

const kind = 'IndexingSchedule'
const day = 86_400_000

const create: Behavior = (call, world) => {
  const { engine } = world
  const { knowledge_base_uuid: uuid, days, time } = readBody(call)
  const base = knowledgeBaseKey(uuid)
  if (!engine.find(base)) throw missing('knowledge_base_uuid', 'knowledge base', uuid)
  if (findSchedule(world, base.id)) throw conflict('The knowledge base has a schedule already. Delete it first.')
  const sorted = (days as readonly number[]).toSorted((a, b) => a - b)
  const made = engine.create(kind, { knowledge_base_uuid: base.id, days: sorted, time, is_active: true })
  const key: Key = { kind, id: String(made['uuid']) }
  planNext(world, key)
  return { body: JSON.stringify({ indexing_info: engine.get(key) }) }
}

const get: Behavior = (call, world) => {
  const base = openKnowledgeBase(world, call.path['knowledge_base_uuid'])
  const schedule = findSchedule(world, base.id)
  if (!schedule) throw notFound()
  return { body: JSON.stringify({ indexing_info: schedule }) }
}

const remove: Behavior = (call, { engine, clock }) => {
  const key: Key = { kind, id: String(call.path['uuid']) }
  const { next_run_at: _, ...schedule } = engine.get(key)
  const stamp = clock.stamp()
  engine.remove(key)
  return { body: JSON.stringify({ indexing_info: { ...schedule, is_active: false, updated_at: stamp, deleted_at: stamp } }) }
}

function planNext({ engine, store, clock }: World, key: Key): void {
  const { days, time } = engine.get(key) as { readonly days: readonly number[]; readonly time: string } // made by `create`
  const at = findNext(days, time, clock.now())
  engine.change(key, { next_run_at: `${new Date(at).toISOString().slice(0, 19)}Z` })
  store.schedule({ at, name: 'indexingSchedules.run', payload: JSON.stringify({ uuid: key.id }) })
}

/** The first moment after `now` that is at this time of one of these days, in UTC. */
function findNext(days: readonly number[], time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Math.floor(now / day) * day
  for (let ahead = 0; ahead <= 7; ahead++) {
    const at = midnight + ahead * day + (hours * 60 + minutes) * 60_000
    if (at > now && days.includes(new Date(at).getUTCDay())) return at
  }
  throw new Error(`No time of the week fits ${JSON.stringify(days)} at ${time}.`)
}

/** When a job still runs, or the database cannot take one, this time is skipped. */
function run({ uuid }: { readonly uuid: string }, world: World): void {
  const { engine, clock } = world
  const key: Key = { kind, id: uuid }
  const schedule = engine.find(key)
  if (!schedule) return
  const base = knowledgeBaseKey(schedule['knowledge_base_uuid'])
  const found = engine.find(base)
  if (found && !findRunning(world, base.id) && databaseStatus(world, found) === 'ONLINE') {
    startJob(world, base, listSources(world, base))
    engine.change(key, { last_ran_at: clock.stamp(), updated_at: clock.stamp() })
  }
  planNext(world, key)
}

export const indexingSchedules: FamilyBehavior = {
  operations: {
    indexingSchedules_create: create,
    indexingSchedules_get_by_knowledge_base: get,
    indexingSchedules_delete: remove,
  },
  due: { 'indexingSchedules.run': run },
}
