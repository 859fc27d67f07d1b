import { distance } from 'fastest-levenshtein'
import { CloudError } from './errors.ts'

/**
 * Asked for a name that it does not have, it says which one was probably meant. Anything else gives `undefined`, as of every object: tests, loggers and
 * `await` ask values for names of their own.
 */
export function nameNearest<Holder extends object>(holder: Holder, of: string): Holder {
  return new Proxy(holder, {
    get(target, name, receiver) {
      const nearest = typeof name === 'string' && !(name in target) ? findNearest(name, Object.keys(target)) : undefined
      if (nearest) throw new CloudError(`${of} has no "${String(name)}": did you mean "${nearest}"?`)
      return Reflect.get(target, name, receiver)
    },
  })
}

/** A letter for every three may differ; undefined when none is that near. */
function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.slice(0, 100).toLowerCase()
  const near = names.map((name) => ({ name, edits: distance(wanted, name.toLowerCase()) }))
  const least = near.toSorted((one, other) => one.edits - other.edits)[0]
  return least && least.edits <= Math.max(1, wanted.length / 3) ? least.name : undefined
}
