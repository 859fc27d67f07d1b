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
    // As a definition, not an assignment: `__proto__` is a name like any other.
    Object.defineProperty(base, field, { value: next, enumerable: true, configurable: true, writable: true })
  }
  return base
}
