/** Checks from outside and their alerts. Everything that is checked answers; nobody is ever told. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { readRecipients } from '../monitoring/index.ts'
import { readCheck } from './read-check.ts'
import { describeState, restart, type Watch } from './state.ts'

const checkKey = (id: unknown): Key => ({ kind: 'UptimeCheck', id: String(id) })

const createCheck: Behavior = (call, { engine, clock }) => {
  const settings = readCheck(readBody(call))
  const check = engine.create('UptimeCheck', settings)
  engine.hide(checkKey(check['id']), { ...restart(undefined, undefined, settings, clock.now()) })
  return { body: JSON.stringify({ check }) }
}

const updateCheck: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = checkKey(call.path['check_id'])
  const before = engine.get(key)
  const settings = readCheck(readBody(call), before)
  engine.hide(key, { ...restart(watchOf(world, key), before, settings, clock.now()) })
  return { body: JSON.stringify({ check: engine.change(key, settings) }) }
}

// Only the two above write it.
const watchOf = ({ engine }: World, key: Key) => engine.hidden(key) as unknown as Watch

const getState: Behavior = (call, world) => {
  const key = checkKey(call.path['check_id'])
  return { body: JSON.stringify({ state: describeState(world.engine.get(key), watchOf(world, key), world.clock.now()) }) }
}

/** The whole alert: what does not belong to its type is null. @throws Failure 422 */
function readAlert(request: Value, check: Value, before: Value = {}): Value {
  const { name, type, threshold, comparison, notifications } = { ...before, ...request }
  const period = request['period'] || before['period'] || '2m'
  const shared = { name, type, notifications: readRecipients(notifications) }
  if (type === 'down' || type === 'down_global') return { ...shared, threshold: null, comparison: null, period }
  if (threshold === undefined || threshold === null)
    throw unprocessable(`threshold: must be given for an alert of the type ${String(type)}.`)
  if (type === 'ssl_expiry') {
    if (check['type'] !== 'https') throw unprocessable('type: only an https check looks at the certificate.')
    return { ...shared, threshold, comparison: 'less_than', period: null }
  }
  if (comparison === undefined || comparison === null || comparison === '')
    throw unprocessable('comparison: must be given for an alert of the type latency.')
  return { ...shared, threshold, comparison, period }
}

const createAlert: Behavior = (call, { engine }) => {
  const check = checkKey(call.path['check_id'])
  const settings = readAlert(readBody(call), engine.get(check))
  const parent = under(check)
  const { id } = engine.create('UptimeAlert', {}, { parent })
  return { body: JSON.stringify({ alert: engine.change({ kind: 'UptimeAlert', parent, id: String(id) }, settings) }) }
}

const updateAlert: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  const settings = readAlert(readBody(call), engine.get(checkKey(call.path['check_id'])), engine.get(key))
  return { body: JSON.stringify({ alert: engine.change(key, settings) }) }
}

export const uptime: FamilyBehavior = {
  operations: {
    uptime_create_check: createCheck,
    uptime_update_check: updateCheck,
    uptime_get_check_state: getState,
    uptime_create_alert: createAlert,
    uptime_update_alert: updateAlert,
  },
}
