import { distance } from 'fastest-levenshtein'

/** Returns the nearest of some names, or `undefined` if none is close. */
export function findNearest(text: string, names: readonly string[]): string | undefined {
  const target = text.slice(0, 100).toLowerCase()
  let best: string | undefined
  let min = Math.max(2, Math.floor(target.length / 3)) + 1
  for (const name of names) {
    const edits = distance(target, name.toLowerCase())
    if (edits < min) [best, min] = [name, edits]
  }
  return best ?? names.find((name) => target.length > 2 && (name.toLowerCase().includes(target) || target.includes(name.toLowerCase())))
}
