/** Helper functions of compiled validators, so that no schema library is needed at run time. */

/** Length in characters, not in code units. */
export function ucs2length(text) {
  let length = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    const first = text.charCodeAt(at)
    if (first < 0xd800 || first > 0xdbff) continue
    const second = text.charCodeAt(at + 1)
    if (second >= 0xdc00 && second <= 0xdfff) {
      length -= 1
      at += 1
    }
  }
  return length
}

export function equal(a, b) {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b))
    return a !== a && b !== b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]))
}

/** True if all items differ. Objects are equal only with their properties in the same order. */
export function isUnique(items) {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length
}

/** Validation stops after this number of findings. */
export const maxFindings = 1000

/** Appends findings in place. */
export function join(findings, more) {
  if (findings === null) return more
  for (const finding of more) findings.push(finding)
  return findings
}

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
function isDate(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined || month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return Number(day) <= (Number(month) === 2 && leap ? 29 : days[month - 1])
}
function isTime(text) {
  // Dates have no leap seconds.
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i.test(text)
}
function isIpv6(text) {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return false
  return URL.canParse('http://[' + text + ']/')
}
const matches = (pattern) => (text) => pattern.test(text)
export const formats = {
  uuid: matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i),
  'date-time': (text) => {
    // Avoids splitting very long input.
    if (text.length > 100) return false
    const [date, time, more] = text.split(/[tT ]/)
    return more === undefined && time !== undefined && isDate(date) && isTime(time)
  },
  date: isDate,
  email: matches(/^[^\s@]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i),
  hostname: matches(/^(?=.{1,253}\.?$)[a-z0-9_*](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)*\.?$/i),
  ipv4: matches(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/),
  ipv6: isIpv6,
  uri: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
  'uri-reference': (text) => !/[\s\\<>^`{|}]/.test(text),
}
