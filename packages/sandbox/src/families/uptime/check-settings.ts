import { isIP } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Settings = Omit<Kinds['UptimeCheck'], 'id'>
type CheckRequest = Operations['uptime_checks_create']['body'] | Operations['uptime_checks_update']['body']

const defaults: Settings = { name: '', target: '', type: 'https', regions: ['us_east', 'eu_west'], enabled: true }

/** Parses the settings of a check. Null and an empty list of regions keep the present regions. @throws Failure 422 */
export function parseCheck(request: CheckRequest, before = defaults): Settings {
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
