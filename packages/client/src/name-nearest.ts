/** Names what was probably meant. The distance of two names is by hand: a bundle of one family has no room for a library's. */
import { CloudError } from './errors.ts'

/**
 * What families are made from: asked for a name that one does not have, it says which was probably meant. Anything else gives `undefined`, as of every
 * object: tests, loggers and `await` ask values for names of their own. What is there is found before this is asked.
 */
export const nearest: object = /* @__PURE__ */ new Proxy(
  {},
  {
    get(target, name, receiver) {
      const near = typeof name === 'string' && !(name in target) && findNearest(name, Object.getOwnPropertyNames(receiver))
      if (near) throw new CloudError(`There is no "${name}" here: did you mean "${near}"?`)
      return Reflect.get(target, name, receiver)
    },
  },
)

/** A letter for every three may differ, four at most. */
function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  for (let edits = 0; edits <= Math.min(4, Math.max(1, wanted.length / 3)); edits += 1) {
    const near = names.find((name) => isNear(wanted, name.toLowerCase(), edits))
    if (near) return near
  }
  return undefined
}

/** Whether so many letters added, taken away or changed make one of the other. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isNear(rest, otherRest, edits)
  return edits > 0 && (isNear(rest, other, edits - 1) || isNear(one, otherRest, edits - 1) || isNear(rest, otherRest, edits - 1))
}
