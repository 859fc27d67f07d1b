import { distance } from 'fastest-levenshtein'

/** Returns the nearest of some names, or `undefined` if none is close. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase()
  let best: string | undefined
  let min = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const edits = distance(wanted, name.toLowerCase())
    if (edits < min) [best, min] = [name, edits]
  }
  return best ?? names.find((name) => wanted.length > 2 && (name.toLowerCase().includes(wanted) || wanted.includes(name.toLowerCase())))
}
