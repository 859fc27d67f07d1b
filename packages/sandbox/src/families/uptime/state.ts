/** State of a check: nothing during the first minute in a region, then up or down. */
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import type { Outage } from './outages.ts'

type Settings = Omit<Kinds['UptimeCheck'], 'id' | 'name'>
type State = Operations['uptime_checks_getState']['reply']['state']
type RegionState = NonNullable<State['regions'][keyof State['regions']]>

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
const thirtyDays = 30 * 24 * 3_600_000

/** Restarts the check for a new region, target or type. A disabled check keeps its last state. */
export function restartCheck(watch: Watch | undefined, before: Settings | undefined, check: Settings, now: number): Watch {
  const isSame = before?.target === check.target && before.type === check.type
  const isOn = check.enabled
  const stopped = isSame ? (watch?.stopped ?? null) : null
  const since = check.regions.map((region): [string, number] => {
    const startedAt = isSame ? watch?.since[region] : undefined
    if (startedAt === undefined) return [region, now]
    return [region, isOn && stopped !== null ? resumeCheck(startedAt, stopped, now) : startedAt]
  })
  return { since: Object.fromEntries(since), stopped: isOn ? null : (stopped ?? now) }
}

/** The first result was not in when the check was disabled: its minute continues. */
function resumeCheck(startedAt: number, stoppedAt: number, now: number): number {
  return stoppedAt - startedAt < millisecondsToAnswer ? Math.min(now, startedAt + (now - stoppedAt)) : startedAt
}

/** @param outages of the target, oldest first */
export function describeState({ regions }: Settings, { since, stopped }: Watch, now: number, outages: readonly Outage[]): State {
  const asOf = stopped ?? now
  const known = outages.filter(({ from }) => from <= asOf).map(({ from, to }) => ({ from, to: to !== null && to <= asOf ? to : null }))
  const getStart = (region: string) => since[region] ?? now
  const found: State['regions'] = {}
  for (const region of regions) found[region] = describeRegion(getStart(region), asOf, known)
  const [first] = regions
  const lastOutage = known.findLast(({ to }) => first !== undefined && to !== null && to > getStart(first) + millisecondsToAnswer)
  return { regions: found, previous_outage: first !== undefined && lastOutage ? describeOutage(first, lastOutage, getStart(first)) : null }
}

function describeRegion(startedAt: number, asOf: number, outages: readonly Outage[]): RegionState {
  const first = startedAt + millisecondsToAnswer
  if (asOf < first) return { status: 'CHECKING', status_changed_at: formatTimestamp(startedAt), thirty_day_uptime_percentage: 100 }
  const last = outages.at(-1)
  const isDown = last?.to === null
  const start = Math.max(first, asOf - thirtyDays)
  const down = outages.reduce((sum, { from, to }) => sum + Math.max(0, (to ?? asOf) - Math.max(from, start)), 0)
  const uptime = asOf === start ? Number(!isDown) : 1 - down / (asOf - start)
  return {
    status: isDown ? 'DOWN' : 'UP',
    status_changed_at: formatTimestamp(Math.max(first, (isDown ? last.from : last?.to) ?? first)),
    thirty_day_uptime_percentage: Math.round(uptime * 10_000) / 100,
  }
}

function describeOutage(region: keyof State['regions'], { from, to }: Outage, startedAt: number): NonNullable<State['previous_outage']> {
  const [start, end] = [Math.max(from, startedAt + millisecondsToAnswer), to ?? from]
  return {
    region,
    started_at: formatTimestamp(start),
    ended_at: formatTimestamp(end),
    duration_seconds: Math.round((end - start) / 1000),
  }
}
