/** Differences between the properties sent and those returned, and between two reads of an object. */
import { isDeepStrictEqual } from 'node:util'
import type { Field, Fields } from '../../../../generators/model/get-fields.ts'
import { isObject } from '../is-object.ts'

export interface Difference {
  /** `health_check.path` */
  readonly field: string
  readonly sent: unknown
  readonly read: unknown
}

type Value = Readonly<Record<string, unknown>>

export function compareSent(sent: Value, read: Value, fields: Fields, at = ''): Difference[] {
  return Object.entries(fields).flatMap(([name, field]) => compareField(sent[name], read[name], field, `${at}${name}`))
}

function compareField(sent: unknown, read: unknown, field: Field, at: string): Difference[] {
  const { origin, echo, fields, default: value } = field
  if (origin === 'platform' || echo.includes('rewritten') || echo.includes('stamped')) return []
  if (sent === undefined || sent === null || sent === '') {
    if (echo.includes('chosen') || isNothing(read) || (value !== undefined && isSame(value, read))) return []
    return fields && isObject(read) ? compareSent({}, read, fields, `${at}.`) : [{ field: at, sent: value, read }]
  }
  if (echo.includes('fitting') && isNothing(read)) return []
  if (fields && isObject(sent) && isObject(read)) return compareSent(sent, read, fields, `${at}.`)
  if (fields && Array.isArray(sent) && Array.isArray(read) && sent.length === read.length)
    return sent.flatMap((item: unknown, index) => compareField(item, read[index], { ...field, echo: [] }, `${at}[${index}]`))
  return isSame(sent, read) || (isNothing(sent) && isNothing(read)) ? [] : [{ field: at, sent, read }]
}

/** True for equal values, and for a slug or an id and the object returned in its place. */
export function isSame(sent: unknown, read: unknown): boolean {
  if (isDeepStrictEqual(sent, read)) return true
  if (!isObject(read)) return false
  if (isObject(sent))
    return Object.entries(sent).every(([name, value]) => isSame(value, read[name])) && isNothing(omit(read, Object.keys(sent)))
  return Object.entries(read).some(([name, value]) => isName.test(name) && sent === value)
}

/** Properties that identify an object. */
export const isName = /^(?:[a-z]+_)?(?:slug|id|uuid|name)$/

function omit(value: Value, names: readonly string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** True for values that are absent, null or zero at every depth. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

/** Differences between two reads, without properties that any update changes. */
export function compareReads(before: Value, after: Value, fields: Fields): Difference[] {
  const [one, other] = [leaveOut(before, fields, isStamp), leaveOut(after, fields, isStamp)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    isDeepStrictEqual(one[name], other[name]) ? [] : [{ field: name, sent: one[name], read: other[name] }],
  )
}

/** Removes properties at every depth. */
export function leaveOut(value: Value, fields: Fields, isLeftOut: (name: string, field: Field) => boolean): Value {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field && isLeftOut(name, field)) return []
      const inner = field?.fields
      if (!inner) return [[name, member] as const]
      const strip = (each: unknown): unknown => (isObject(each) ? leaveOut(each, inner, isLeftOut) : each)
      return [[name, Array.isArray(member) ? member.map(strip) : strip(member)] as const]
    }),
  )
}

export const isRewritten = (_name: string, { echo }: Field): boolean => echo.includes('rewritten')

/** True for times of updates and for properties with `x-echo: stamped`. */
function isStamp(name: string, { origin, echo, schema }: Field): boolean {
  return (
    echo.includes('stamped') ||
    (origin === 'platform' && /^(updated|modified|last_updated)(_at)?$/.test(name) && schema.format !== undefined)
  )
}
