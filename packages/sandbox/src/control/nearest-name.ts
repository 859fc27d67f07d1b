import { distance } from 'fastest-levenshtein'

/** Name with the smallest edit distance to `text`; undefined if none is similar. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const target = text.slice(0, 100).toLowerCase()
  let min = Math.max(2, Math.floor(target.length / 3)) + 1
  let nearest: string | undefined
  for (const name of names) {
    const edits = distance(target, name.toLowerCase())
    if (edits < min) [nearest, min] = [name, edits]
  }
  return nearest
}
