/** The one of `names` that differs from `given` in the fewest letters; undefined when none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase()
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  let nearest: string | undefined
  for (const name of names) {
    const edits = countEdits(wanted, name.toLowerCase())
    if (edits < least) [nearest, least] = [name, edits]
  }
  return nearest
}

/** How many letters must be put in, taken out or changed. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
