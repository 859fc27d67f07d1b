/**
 * Writes a value as a TypeScript expression. JSON is a subset of JavaScript expressions but for `__proto__`, which as a
 * plain key would set the prototype: it is written computed. `</script` and what cannot be seen are escaped, so that the
 * text is also safe inside a page, in tools that split lines on U+2028, and in front of a reader.
 */
export function emitLiteral(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(emitLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${emitPropertyName(name)}: ${emitLiteral(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  if (typeof value === 'string') return emitString(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  throw new Error(`Cannot write a ${typeof value} as a literal.`)
}

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Writes a property name, quoted only where it must be: `new(…)` in an interface would be a constructor. */
export function emitPropertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return plainName.test(name) && name !== 'new' ? name : emitString(name)
}

/** Writes what leads from an object to its property. */
export function emitMember(name: string): string {
  const property = emitPropertyName(name)
  return property === name ? `.${name}` : `[${emitLiteral(name)}]`
}

/** Writes a string in single quotes, as the formatter would. */
export function emitString(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('</', '<\\/')
  return `'${escapeUnseen(body)}'`
}

/** Escapes what an editor does not show or lets reorder a line, in source text where it can only stand inside a string. */
export function escapeUnseen(source: string): string {
  return source.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
