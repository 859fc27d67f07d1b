/** Checks from outside and their alerts. Everything that is checked answers; nobody is ever told. */
import type { Handler, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { Family } from '../family.ts'
import { parseRecipients } from '../monitoring/index.ts'
import { readCheck } from './read-check.ts'
import { describeState, restart, type Watch } from './state.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    UptimeCheck: Watch
  }
}

const uptimeCheck: ResourceHooks<'UptimeCheck'> = {
  parseCreate: ({ body }: Call<'uptime_checks_create'>, { clock }) => {
    const settings = readCheck(body)
    return { fields: settings, hidden: restart(undefined, undefined, settings, clock.now()) }
  },
  parseUpdate: ({ body }: Call<'uptime_checks_update'>, { engine, clock }, before, key) => {
    const settings = readCheck(body, before)
    engine.hide('UptimeCheck', key, restart(engine.hidden('UptimeCheck', key), before, settings, clock.now()))
    return settings
  },
}

const getState: Handler<'uptime_checks_getState'> = ({ path: { check_id: id } }, { engine, clock }) => ({
  state: describeState(engine.get('UptimeCheck', id), engine.hidden('UptimeCheck', id), clock.now()),
})

type Alert = Kinds['UptimeAlert']
type AlertRequest = Operations['uptime_alerts_create']['body'] | Operations['uptime_alerts_update']['body']

/** The whole alert: what does not belong to its type is null. @throws Failure 422 */
function parseAlert(request: AlertRequest, check: Kinds['UptimeCheck'], before: Partial<Alert> = {}): Changes<Alert> {
  const { name, type, threshold, comparison, notifications } = { ...before, ...request }
  const period = request.period || before.period || '2m'
  const shared = { name, type, notifications: parseRecipients(notifications) }
  if (type === 'down' || type === 'down_global') return { ...shared, threshold: null, comparison: null, period }
  if (threshold === undefined || threshold === null) throw unprocessable(`threshold: must be given for an alert of the type ${type}.`)
  if (type === 'ssl_expiry') {
    if (check.type !== 'https') throw unprocessable('type: only an https check looks at the certificate.')
    return { ...shared, threshold, comparison: 'less_than', period: null }
  }
  if (!comparison) throw unprocessable('comparison: must be given for an alert of the type latency.')
  return { ...shared, threshold, comparison, period }
}

const alert: ResourceHooks<'UptimeAlert'> = {
  parseCreate: ({ path, body }: Call<'uptime_alerts_create'>, { engine }) => ({
    fields: { name: '', type: body.type, threshold: null, comparison: null, notifications: { email: [], slack: [] } },
    set: parseAlert(body, engine.get('UptimeCheck', path.check_id)),
  }),
  parseUpdate: ({ path, body }: Call<'uptime_alerts_update'>, { engine }, before) =>
    parseAlert(body, engine.get('UptimeCheck', path.check_id), before),
}

export const uptime: Family = {
  handlers: { uptime_checks_getState: getState },
  kinds: { UptimeCheck: uptimeCheck, UptimeAlert: alert },
}
