/** Returns the values that are only in `before` (lost) and only in `after` (gained). */
export function compareLists(before: unknown, after: unknown): { readonly lost: string[]; readonly gained: string[] } {
  const [old, now] = [toList(before), toList(after)]
  return { lost: old.filter((each) => !now.includes(each)), gained: now.filter((each) => !old.includes(each)) }
}

function toList(value: unknown): string[] {
  if (value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
}

export function quote(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
