/**
 * Cron schedules in UTC: minute, hour, day of month, month, day of week. Each field is a list of numbers, names, ranges and
 * steps. If both day fields are restricted, either may match, as in every crontab.
 */
const minute = 60_000
const day = 24 * 60 * minute
/** Number of days that contain every date, including 29 February on each weekday. */
const horizon = 366 * 41

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Days, in a leap year. */
const maxDaysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly words: readonly string[]
}

const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, words: [] },
  { name: 'hour', min: 0, max: 23, words: [] },
  { name: 'day of month', min: 1, max: 31, words: [] },
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

function parseField(text: string, { name, min, max, words }: Field): number[] {
  const read = (part: string): number => {
    const word = words.indexOf(part.toLowerCase())
    const value = word === -1 ? Number(/^\d+$/.test(part) ? part : Number.NaN) : word + min
    if (!(value >= min && value <= max)) throw new RangeError(`has "${text}" as its ${name}, which is from ${min} to ${max}`)
    return value
  }
  const all = text.split(',').flatMap((part) => {
    const [range = '', step = '1', ...rest] = part.split('/')
    const width = Number(/^\d+$/.test(step) ? step : 0)
    if (rest.length > 0 || width < 1) throw new RangeError(`has "${text}" as its ${name}, which has a step that is no number`)
    const [from, to, ...others] = range === '*' ? [min, max] : range.split('-').map(read)
    const last = to ?? (part.includes('/') ? max : from)
    if (from === undefined || last === undefined || others.length > 0 || last < from)
      throw new RangeError(`has "${text}" as its ${name}, which is a range that cannot be read`)
    return Array.from({ length: Math.floor((last - from) / width) + 1 }, (_, n) => from + n * width)
  })
  return [...new Set(all)].toSorted((a, b) => a - b)
}

/** Returns the first time after `moment`; undefined if there is none in the searched period. */
export function findNext(timetable: Timetable, moment: number): number | undefined {
  const first = Math.floor(moment / day)
  for (let n = 0; n <= horizon; n += 1) {
    const found = timesOf(timetable, first + n).find((time) => time > moment)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the last time up to `moment` and after `since`. */
export function findLast(timetable: Timetable, since: number, moment: number): number | undefined {
  for (let today = Math.floor(moment / day); (today + 1) * day > since; today -= 1) {
    const found = timesOf(timetable, today).findLast((time) => time <= moment)
    if (found !== undefined) return found > since ? found : undefined
  }
  return undefined
}

function timesOf({ minutes, hours, isDay }: Timetable, number: number): number[] {
  if (!isDay(new Date(number * day))) return []
  return hours.flatMap((hour) => minutes.map((each) => number * day + (hour * 60 + each) * minute))
}
