/** Finds the items of a list in its body by their path, such as `scan.findings`. Those of a map are its values, `null` is none. */
export function pickItems<Item>(body: unknown, path: string): readonly Item[] | undefined {
  const value: unknown = path.split('.').reduce<unknown>((part, name) => (part === undefined ? part : Object(part)[name]), body)
  if (value === null) return []
  return Array.isArray(value) || value === undefined ? value : Object.values(Object(value))
}
