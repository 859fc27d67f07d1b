/** What differs between two looks at a list. */
import type { Change, FieldChange } from './watch-options.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What the items of a list were or are, by what tells them apart. */
export type Known = ReadonlyMap<unknown, Fields>

/** What was made or has changed, in the order of `seen`. */
export function* compare(known: Known, seen: Known): Generator<Change<Fields>> {
  for (const [id, after] of seen) {
    const before = known.get(id)
    const changes = before ? [...listChanges(before, after)] : []
    if (!before) yield { kind: 'made', before, after, changes }
    else if (changes.length > 0) yield { kind: 'changed', before, after, changes }
  }
}

/** What is there no more. */
export function* listGone(known: Known, seen: Known): Generator<Change<Fields>> {
  for (const [id, before] of known) {
    if (!seen.has(id)) yield { kind: 'gone', before, after: undefined, changes: [] }
  }
}

/** Field by field, into objects; an array is one value. */
function* listChanges(before: Fields, after: Fields, path = ''): Generator<FieldChange> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name], after[name]]
    const field = `${path}${name}`
    if (isPlain(from) && isPlain(to)) yield* listChanges(from, to, `${field}.`)
    else if (JSON.stringify(from) !== JSON.stringify(to)) yield { field, from, to }
  }
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
