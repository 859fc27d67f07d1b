import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { parseRecipients } from '../monitoring/index.ts'
import { restartCheck } from './state.ts'
import { isIP } from 'node:net'

type Settings = Omit<Kinds['UptimeCheck'], 'id'>
type CheckRequest = Operations['uptime_checks_create']['body'] | Operations['uptime_checks_update']['body']

const defaults: Settings = { name: '', target: '', type: 'https', regions: ['us_east', 'eu_west'], enabled: true }

/** Parses the settings of a check. Null and an empty list of regions keep the present regions. @throws Failure 422 */
function parseCheck(request: CheckRequest, before = defaults): Settings {
  const { name, type, target, enabled } = { ...before, ...request }
  assertTarget(type, target)
  return { name, type, target, regions: request.regions?.length ? request.regions : before.regions, enabled }
}

/** Validates the format of the target only: the check finds out if it is up. @throws Failure 422 */
function assertTarget(type: string, target: string): void {
  if (type === 'ping') {
    if (isIP(target) === 0 && !hostForm.test(target)) throw unprocessable('target: must be a host name or an IP address for a ping.')
    return
  }
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url?.protocol !== `${type}:`) throw unprocessable(`target: must be a URL that begins with ${type}://.`)
}

const hostForm = /^(?=.{1,253}\.?$)([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*\.?$/

const uptimeCheck: ResourceHooks<'UptimeCheck'> = {
  parseCreate: ({ body }: Call<'uptime_checks_create'>, { clock }) => {
    const settings = parseCheck(body)
    return { fields: settings, hidden: restartCheck(undefined, undefined, settings, clock.now()) }
  },
  parseUpdate: ({ body }: Call<'uptime_checks_update'>, { engine, clock }, before, key) => {
    const settings = parseCheck(body, before)
    engine.setHidden('UptimeCheck', key, restartCheck(engine.getHidden('UptimeCheck', key), before, settings, clock.now()))
    return { set: settings }
  },
}

type Alert = Kinds['UptimeAlert']

type AlertRequest = Operations['uptime_alerts_create']['body'] | Operations['uptime_alerts_update']['body']

/** Returns the whole alert; fields that do not belong to its type are null. @throws Failure 422 */
function parseAlert(request: AlertRequest, check: Kinds['UptimeCheck'], before: Partial<Alert> = {}): Changes<Alert> {
  const { name, type, threshold, comparison, notifications } = { ...before, ...request }
  const period = request.period || before.period || '2m'
  const shared = { name, type, notifications: parseRecipients(notifications) }
  if (type === 'down' || type === 'down_global') return { ...shared, threshold: 1, comparison: 'less_than', period }
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
  parseUpdate: ({ path, body }: Call<'uptime_alerts_update'>, { engine }, before) => ({
    set: parseAlert(body, engine.get('UptimeCheck', path.check_id), before),
  }),
}

export const hooks: HooksByKind = { UptimeCheck: uptimeCheck, UptimeAlert: alert }
