/** The one of some names that was probably meant; undefined when none is close. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase()
  let best: string | undefined
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const distance = countEdits(wanted, name.toLowerCase())
    if (distance < least) [best, least] = [name, distance]
  }
  return best ?? names.find((name) => wanted.length > 2 && (name.toLowerCase().includes(wanted) || wanted.includes(name.toLowerCase())))
}

/** How many letters must be put in, taken out or changed to come from one to the other. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[to.length] ?? 0
}
