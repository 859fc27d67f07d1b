/** Checks from outside and their alerts. Everything that is checked answers; nobody is ever told. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { type Changes, keyOf } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { readRecipients } from '../monitoring/index.ts'
import { readCheck } from './read-check.ts'
import { describeState, restart, type Watch } from './state.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    UptimeCheck: Watch
  }
}

const createCheck: Behavior<'uptime_create_check'> = ({ body }, { engine, clock }) => {
  const settings = readCheck(body)
  return { check: engine.add('UptimeCheck', settings, { hidden: restart(undefined, undefined, settings, clock.now()) }) }
}

const updateCheck: Behavior<'uptime_update_check'> = ({ path: { check_id: id }, body }, { engine, clock }) => {
  const before = engine.get('UptimeCheck', id)
  const settings = readCheck(body, before)
  engine.hide('UptimeCheck', id, restart(engine.hidden('UptimeCheck', id), before, settings, clock.now()))
  return { check: engine.change('UptimeCheck', id, settings) }
}

const getState: Behavior<'uptime_get_check_state'> = ({ path: { check_id: id } }, { engine, clock }) => ({
  state: describeState(engine.get('UptimeCheck', id), engine.hidden('UptimeCheck', id), clock.now()),
})

type Alert = Kinds['UptimeAlert']
type AlertRequest = Operations['uptime_create_alert']['body'] | Operations['uptime_update_alert']['body']

/** The whole alert: what does not belong to its type is null. @throws Failure 422 */
function readAlert(request: AlertRequest, check: Kinds['UptimeCheck'], before: Partial<Alert> = {}): Changes<Alert> {
  const { name, type, threshold, comparison, notifications } = { ...before, ...request }
  const period = request.period || before.period || '2m'
  const shared = { name, type, notifications: readRecipients(notifications) }
  if (type === 'down' || type === 'down_global') return { ...shared, threshold: null, comparison: null, period }
  if (threshold === undefined || threshold === null) throw unprocessable(`threshold: must be given for an alert of the type ${type}.`)
  if (type === 'ssl_expiry') {
    if (check.type !== 'https') throw unprocessable('type: only an https check looks at the certificate.')
    return { ...shared, threshold, comparison: 'less_than', period: null }
  }
  if (!comparison) throw unprocessable('comparison: must be given for an alert of the type latency.')
  return { ...shared, threshold, comparison, period }
}

const createAlert: Behavior<'uptime_create_alert'> = ({ path, body }, { engine }) => {
  const settings = readAlert(body, engine.get('UptimeCheck', path.check_id))
  const parent = under(keyOf('UptimeCheck', path.check_id))
  const { id } = engine.add('UptimeAlert', {}, { parent })
  return { alert: engine.change('UptimeAlert', { parent, id }, settings) }
}

const updateAlert: Behavior<'uptime_update_alert'> = ({ path, body }, { engine }) => {
  const check = engine.get('UptimeCheck', path.check_id)
  const at = { parent: under(keyOf('UptimeCheck', path.check_id)), id: path.alert_id }
  return { alert: engine.change('UptimeAlert', at, readAlert(body, check, engine.get('UptimeAlert', at))) }
}

export const uptime: FamilyBehavior = {
  behaviors: {
    uptime_create_check: createCheck,
    uptime_update_check: updateCheck,
    uptime_get_check_state: getState,
    uptime_create_alert: createAlert,
    uptime_update_alert: updateAlert,
  },
}
