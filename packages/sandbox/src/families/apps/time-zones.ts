/** Schedules in a time zone. */
import { findLast, parseTimetable } from '../functions/index.ts'

/** Maximum number of past runs that are added for one job. */
const maxTimes = 100

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Returns the offset from UTC in milliseconds; positive east of Greenwich. */
function getOffsetMs(timeZone: string, time: number): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(time)
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Lists the times of the schedule after `since` and up to `until`, the oldest first. */
export function listTimes(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  since: number,
  until: number,
): number[] {
  const timetable = parseTimetable(cron)
  const toLocal = (time: number) => time + getOffsetMs(timeZone, time)
  const toMoment = (local: number) => local - getOffsetMs(timeZone, local - getOffsetMs(timeZone, local))
  const times: number[] = []
  const first = toLocal(since)
  let found = findLast(timetable, first, toLocal(until))
  while (found !== undefined && times.length < maxTimes) {
    times.unshift(toMoment(found))
    found = findLast(timetable, first, found - 1)
  }
  return times.filter((time) => time > since && time <= until)
}
