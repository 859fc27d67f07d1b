import { emitLiteral, emitPropertyName } from '../../kit/emit-literal.ts'

/** Prints a literal on one line if it fits, otherwise one member per line. */
export function printValue(value: unknown, indent = ''): string {
  const line = emitLiteral(value)
  if (line.length + indent.length <= 44 || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${printValue(item, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(([name, member]) => `${inner}${emitPropertyName(name)}: ${printValue(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}
