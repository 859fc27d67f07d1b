/**
 * Writes a value as a TypeScript expression. JSON is a subset of JavaScript expressions but for `__proto__`, which as a
 * plain key would set the prototype: it is written computed. `</script` and the two line separators are escaped so that
 * the text is also safe inside a page and in tools that still split lines on them.
 */
export function writeLiteral(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${writePropertyName(name)}: ${writeLiteral(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  throw new Error(`Cannot write a ${typeof value} as a literal.`)
}

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Writes a property name, quoted only where it must be. */
export function writePropertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return plainName.test(name) ? name : writeString(name)
}

/** Writes a string in single quotes, as the formatter would. */
export function writeString(text: string): string {
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('</', '<\\/')
  return `'${body}'`
}
