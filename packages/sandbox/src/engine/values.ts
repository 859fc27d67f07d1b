/** Stored objects as plain values. */
export type Value = Record<string, unknown>

export function isRecord(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a field of these types (letters of the resource table) may hold `value`. */
export function accepts(types: string, value: unknown): boolean {
  if (value === null) return types.includes('z')
  if (Array.isArray(value)) return types.includes('a')
  const letter = { string: 's', number: 'n', boolean: 'b', object: 'o' }[typeof value as 'string']
  return letter !== undefined && types.includes(letter)
}

/** Objects are merged with the blank's, so that what the request leaves out is still there; everything else replaces. */
export function mergeFields(base: Value, fields: Value): Value {
  for (const [field, value] of Object.entries(fields)) {
    const before = Object.hasOwn(base, field) ? base[field] : undefined
    const next = isRecord(before) && isRecord(value) ? mergeFields({ ...before }, value) : value
    // `__proto__` is a name like any other, and only as a definition.
    if (field === '__proto__') Object.defineProperty(base, field, { value: next, enumerable: true, configurable: true, writable: true })
    else base[field] = next
  }
  return base
}

/** A copy of plain data that shares nothing with it; `structuredClone` would take many times as long. */
export function copyValue<T>(value: T): T {
  // A copy has the type of what it is a copy of.
  if (Array.isArray(value)) return value.map(copyValue) as T
  if (!isRecord(value)) return value
  const copy: Value = {}
  for (const field of Object.keys(value)) copy[field] = copyValue(value[field])
  return copy as T
}

/** Without regard to case: what is written is kept for show and never told apart. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The tags but for one that is gone; undefined when it is not among them. */
export function withoutTag(tags: readonly string[] | null | undefined, gone: string): string[] | undefined {
  const left = (tags ?? []).filter((tag) => !isSameName(tag, gone))
  return left.length < (tags?.length ?? 0) ? left : undefined
}

/** Each once, as it was written first: the case of a tag is kept for show and never told apart. */
export function uniqueTags<Tag>(tags: readonly Tag[]): Tag[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const name = String(tag).toLowerCase()
    return !seen.has(name) && seen.add(name)
  })
}

/**
 * JSON text in which the largest signed and unsigned 64-bit integers have the digits they are known by. A JavaScript number cannot
 * hold them; it prints the next one it can, which is out of bounds for clients.
 */
export function formatJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('9223372036854776000') || text.includes('18446744073709552000') ? text.replace(rounded, restore) : text
}

const rounded = /"(?:[^"\\]|\\.)*"|(?<![\d.])(?:9223372036854776000|18446744073709552000)(?![\d.])/g

function restore(found: string, at: number, text: string): string {
  if (found.startsWith('"')) return found
  if (found.length === 20) return '18446744073709551615'
  return text[at - 1] === '-' ? '9223372036854775808' : '9223372036854775807'
}
