import { emitLiteral, emitPropertyName } from '../../kit/emit-literal.ts'

/** Longest line that fits next to the text. */
const maxLineLength = 60

/** Prints a call. If it does not fit, a last object gets a line for each member, or each argument a line of its own. */
export function printCall(before: string, args: readonly unknown[]): string {
  const texts = args.map((value) => printValue(value))
  const last = args.at(-1)
  const hugged = typeof last === 'object' && last !== null ? [...texts.slice(0, -1), printLines(last)] : texts
  const fits = (list: readonly string[]) => `${before}(${list.join(', ')}`.split('\n', 1)[0]!.length <= maxLineLength
  const layout = [texts, hugged].find(fits)
  return layout ? `${before}(${layout.join(', ')})` : `${before}(\n${args.map((value) => `  ${printValue(value, '  ')},\n`).join('')})`
}

/** Prints a literal on one line if it fits, otherwise one member per line. */
export function printValue(value: unknown, indent = ''): string {
  const line = emitLiteral(value)
  return line.length + indent.length <= 44 || typeof value !== 'object' || value === null ? line : printLines(value, indent)
}

function printLines(value: object, indent = ''): string {
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${printValue(item, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(([name, member]) => `${inner}${emitPropertyName(name)}: ${printValue(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}
