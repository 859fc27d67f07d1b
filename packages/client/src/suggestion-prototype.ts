/** Suggests the nearest name for a misspelled one. Hand-written edit distance, because a library would be too large for a bundle. */
import { CloudError } from './errors.ts'

/**
 * Prototype of families. Reading a misspelled property throws an error with a suggestion; any other unknown property is `undefined`, because test
 * frameworks, loggers and `await` read properties of their own. Existing properties never reach it.
 */
export const suggestionPrototype: object = /* @__PURE__ */ new Proxy(
  {},
  {
    get(target, name, receiver) {
      const near = typeof name === 'string' && !(name in target) && findNearest(name, Object.getOwnPropertyNames(receiver))
      if (near) throw new CloudError(`There is no "${name}": did you mean "${near}"?`)
      return Reflect.get(target, name, receiver)
    },
  },
)

/** Returns the nearest name within an edit distance of a third of the length, at most 4. */
function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  for (let edits = 0; edits <= Math.min(4, Math.max(1, wanted.length / 3)); edits += 1) {
    const near = names.find((name) => isNear(wanted, name.toLowerCase(), edits))
    if (near) return near
  }
  return undefined
}

/** True if at most `edits` insertions, deletions or substitutions turn one name into the other. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isNear(rest, otherRest, edits)
  return edits > 0 && (isNear(rest, other, edits - 1) || isNear(one, otherRest, edits - 1) || isNear(rest, otherRest, edits - 1))
}
