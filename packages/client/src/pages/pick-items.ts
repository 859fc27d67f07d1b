/** Returns the items at a path of the body, such as `scan.findings`. The items of a map are its values; `null` means no items. */
export function pickItems<Item>(body: unknown, path: string): readonly Item[] | undefined {
  const value: unknown = path.split('.').reduce<unknown>((part, name) => (part === undefined ? part : Object(part)[name]), body)
  if (value === null) return []
  return Array.isArray(value) || value === undefined ? value : Object.values(Object(value))
}
