/** State of a check: nothing during the first minute in a region, then up. */
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'

type Settings = Omit<Kinds['UptimeCheck'], 'id' | 'name'>
type State = Operations['uptime_checks_getState']['reply']['state']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    UptimeCheck: Watch
  }
}

/** Stored in the hidden fields of the check. Times are milliseconds since 1970. */
export interface Watch {
  /** First request from each region. */
  readonly since: Readonly<Record<string, number>>
  /** Time when the check was disabled; null while it is enabled. */
  readonly stopped: number | null
}

const millisecondsToAnswer = 60_000

/** Restarts the check for a new region, target or type. A disabled check keeps its last state. */
export function restartCheck(watch: Watch | undefined, before: Settings | undefined, check: Settings, now: number): Watch {
  const isSame = before?.target === check.target && before.type === check.type
  const isOn = check.enabled
  const stopped = isSame ? (watch?.stopped ?? null) : null
  const since = check.regions.map((region): [string, number] => {
    const began = isSame ? watch?.since[region] : undefined
    if (began === undefined) return [region, now]
    return [region, isOn && stopped !== null ? resumeCheck(began, stopped, now) : began]
  })
  return { since: Object.fromEntries(since), stopped: isOn ? null : (stopped ?? now) }
}

/** The first result was not in when the check was disabled: its minute continues. */
function resumeCheck(began: number, stopped: number, now: number): number {
  return stopped - began < millisecondsToAnswer ? Math.min(now, began + (now - stopped)) : began
}

export function describeState({ regions }: Settings, { since, stopped }: Watch, now: number): State {
  const asOf = stopped ?? now
  const found: State['regions'] = {}
  for (const region of regions) {
    const began = since[region] ?? now
    const isUp = asOf - began >= millisecondsToAnswer
    found[region] = {
      status: isUp ? 'UP' : 'CHECKING',
      status_changed_at: formatTimestamp(isUp ? began + millisecondsToAnswer : began),
      thirty_day_uptime_percentage: 100,
    }
  }
  return { regions: found, previous_outage: null }
}
