/** Prints JSON with one member per line down to a depth: compact, but with readable diffs. */
export function printJson(value: unknown, levels: number): string {
  return `${indent(value, levels, '')}\n`
}

function indent(value: unknown, levels: number, margin: string): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value).map(([name, member]) => {
    const text = indent(member, levels - 1, `${margin}  `)
    return `${margin}  ${Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`}`
  })
  return `${open}\n${members.join(',\n')}\n${margin}${close}`
}
