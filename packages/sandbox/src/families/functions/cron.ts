/**
 * Cron schedules in UTC: minute, hour, day of month, month, day of week. Each field is a list of numbers, names, ranges and
 * steps. If both day fields are restricted, either may match, as in every crontab.
 */
const minute = 60_000
const day = 24 * 60 * minute
/** Number of days that contain every date, including 29 February on each weekday. */
const maxDays = 366 * 41

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Days, in a leap year. */
const maxDaysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly words?: readonly string[]
}

const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, words: months },
  // 7 is also Sunday.
  { name: 'day of week', min: 0, max: 7, words: weekdays },
]

export interface Timetable {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly isDay: (date: Date) => boolean
}

/** @throws RangeError saying what cannot be read */
export function parseTimetable(text: string): Timetable {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== fields.length) throw new RangeError(`has ${parts.length} fields instead of five`)
  const [minutes = [], hours = [], dates = [], inMonths = [], days = []] = fields.map((field, n) => parseField(parts[n] ?? '', field))
  const [, , dateText = '', , dayText = ''] = parts
  const anyDate = dateText.startsWith('*')
  const anyDay = dayText.startsWith('*')
  if ((anyDate || anyDay) && inMonths.every((month) => Math.min(...dates) > (maxDaysOfMonth[month - 1] ?? 0)))
    throw new RangeError('names a day that no year has')
  const isDay = (date: Date) => {
    if (!inMonths.includes(date.getUTCMonth() + 1)) return false
    const fitsDate = dates.includes(date.getUTCDate())
    const fitsDay = days.some((each) => each % 7 === date.getUTCDay())
    return anyDate || anyDay ? fitsDate && fitsDay : fitsDate || fitsDay
  }
  return { minutes, hours, isDay }
}

function parseField(text: string, { name, min, max, words = [] }: Field): number[] {
  const parse = (value: string) => {
    const word = words.indexOf(value.toLowerCase())
    return word === -1 ? Number(/^\d+$/.test(value) ? value : Number.NaN) : word + min
  }
  const values = text.split(',').flatMap((part) => {
    const [match, from, to, step] = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? []
    const first = from === undefined ? min : parse(from)
    const last = to === undefined ? (from === undefined || step !== undefined ? max : first) : parse(to)
    const width = Number(step ?? 1)
    if (match === undefined || !(first >= min && last <= max && first <= last && width > 0))
      throw new RangeError(`has "${text}" as its ${name}, which is from ${min} to ${max}`)
    return Array.from({ length: Math.floor((last - first) / width) + 1 }, (_, n) => first + n * width)
  })
  return [...new Set(values)]
}

/** Returns the first time after `timestamp`; undefined if there is none in the searched period. */
export function findNext(timetable: Timetable, timestamp: number): number | undefined {
  const first = Math.floor(timestamp / day)
  for (let n = 0; n <= maxDays; n += 1) {
    const found = timesOf(timetable, first + n).find((time) => time > timestamp)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the last time up to `timestamp` and after `since`. */
export function findLast(timetable: Timetable, since: number, timestamp: number): number | undefined {
  for (let today = Math.floor(timestamp / day); (today + 1) * day > since; today -= 1) {
    const found = timesOf(timetable, today).findLast((time) => time <= timestamp)
    if (found !== undefined) return found > since ? found : undefined
  }
  return undefined
}

function timesOf({ minutes, hours, isDay }: Timetable, number: number): number[] {
  if (!isDay(new Date(number * day))) return []
  return hours.flatMap((hour) => minutes.map((each) => number * day + (hour * 60 + each) * minute)).toSorted((a, b) => a - b)
}
