import { distance } from 'fastest-levenshtein'

/** The one of `names` that differs from `given` in the fewest letters; undefined when none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase()
  let min = Math.max(2, Math.floor(wanted.length / 3)) + 1
  let nearest: string | undefined
  for (const name of names) {
    const edits = distance(wanted, name.toLowerCase())
    if (edits < min) [nearest, min] = [name, edits]
  }
  return nearest
}
