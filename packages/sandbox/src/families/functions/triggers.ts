/**
 * Timetables that call functions. Nothing waits for them: when a trigger called its function last, and when it will next, follows
 * from the clock whenever somebody looks.
 */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { findLast, findNext, readTimetable } from './cron.ts'
import { openNamespace } from './namespace.ts'

const kind = 'FunctionsTrigger'

const keyOf = (call: Call, world: World): Key => ({
  kind,
  id: String(call.path['trigger_name']),
  parent: under(openNamespace(call, world)),
})

const list: Behavior = (call, world) => {
  const parent = under(openNamespace(call, world))
  const page = world.engine.list({ kind, parent, order: 'newest', page: readPage(call) })
  const triggers = (JSON.parse(`[${page.texts}]`) as Value[]).map((trigger) =>
    JSON.stringify(describe(world, { kind, id: String(trigger['name']), parent })),
  )
  return replyPage(call, 'triggers', { texts: triggers.join(','), total: page.total })
}

const create: Behavior = (call, world) => {
  const namespace = openNamespace(call, world)
  const { name, function: called, type, is_enabled: isEnabled, scheduled_details: details } = readBody(call)
  if (!/^([^/\s]+\/)?[^/\s]+$/.test(String(called)))
    throw unprocessable('function: must be the name of a function, after its package and a slash if it is in one.')
  const schedule = readSchedule(details)
  const parent = under(namespace)
  const fields = { namespace: namespace.id, name, function: called, type, is_enabled: isEnabled }
  const { name: id } = world.engine.create(kind, fields, { parent, hidden: { since: world.clock.now() } })
  const key: Key = { kind, id: String(id), parent }
  // As it was sent: `body` may hold anything, and null.
  world.engine.change(key, { scheduled_details: schedule, scheduled_runs: { last_run_at: null, next_run_at: null } })
  return reply(world, key)
}

const get: Behavior = (call, world) => reply(world, keyOf(call, world))

const update: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = keyOf(call, world)
  const before = describe(world, key)
  const { is_enabled: isEnabled = before['is_enabled'], scheduled_details: details } = readBody(call)
  const schedule = details === undefined ? before['scheduled_details'] : readSchedule(details)
  engine.update(key, { is_enabled: isEnabled })
  // What was called so far was called by the earlier timetable.
  engine.change(key, { scheduled_details: schedule, scheduled_runs: before['scheduled_runs'] })
  engine.hide(key, { since: clock.now() })
  return reply(world, key)
}

const remove: Behavior = (call, world) => {
  world.engine.remove(keyOf(call, world))
  return {}
}

function reply(world: World, key: Key): { readonly body: string } {
  return { body: JSON.stringify({ trigger: describe(world, key) }) }
}

function describe({ engine, clock }: World, key: Key): Value {
  const trigger = engine.get(key)
  const { scheduled_runs: runs, scheduled_details: details } = trigger
  const before = isRecord(runs) ? runs['last_run_at'] : null
  if (trigger['is_enabled'] !== true || !isRecord(details))
    return { ...trigger, scheduled_runs: { last_run_at: before, next_run_at: null } }
  const timetable = readTimetable(String(details['cron']))
  const last = findLast(timetable, Number(engine.hidden(key)['since']), clock.now())
  const next = findNext(timetable, clock.now())
  return {
    ...trigger,
    scheduled_runs: {
      last_run_at: last === undefined ? before : writeStamp(last),
      next_run_at: next === undefined ? null : writeStamp(next),
    },
  }
}

/** @throws Failure 422 */
function readSchedule(given: unknown): Value {
  const schedule = isRecord(given) ? given : {}
  try {
    readTimetable(String(schedule['cron']))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`scheduled_details.cron: ${error.message}.`)
  }
  return schedule
}

export const triggerOperations: Readonly<Record<string, Behavior>> = {
  functions_list_triggers: list,
  functions_create_trigger: create,
  functions_get_trigger: get,
  functions_update_trigger: update,
  functions_delete_trigger: remove,
}
