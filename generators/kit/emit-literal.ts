/**
 * Emits a value as a TypeScript expression. `__proto__` becomes a computed key, as a plain one would set the prototype.
 * `</script` and invisible characters are escaped.
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

/** Emits a property name, quoted if necessary: `new(…)` in an interface would be a constructor. */
export function emitPropertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return plainName.test(name) && name !== 'new' ? name : emitString(name)
}

/** Emits a property access. */
export function emitMember(name: string): string {
  const property = emitPropertyName(name)
  return property === name ? `.${name}` : `[${emitLiteral(name)}]`
}

/** Emits a string in single quotes, like the formatter. */
export function emitString(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('</', '<\\/')
  return `'${escapeUnseen(body)}'`
}

/** Escapes invisible and bidirectional characters in source text, where they occur only inside strings. */
export function escapeUnseen(source: string): string {
  return source.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
