/** What the recording calls X is Y here: learned from answers, used for every later request and answer. */
import { makeFinder } from '../make-finder.ts'

export interface IdMap {
  readonly here: (recorded: string) => string | undefined
  /** @returns false when one of the two already stands for another */
  readonly learn: (recorded: string, here: string) => boolean
  /** A text with everything known in it replaced, as whole words. */
  readonly translate: (text: string) => string
}

export function createIdMap(): IdMap {
  const known = new Map<string, string>()
  const taken = new Map<string, string>()
  let finder: RegExp | undefined
  return {
    here: (recorded) => known.get(recorded),
    learn: (recorded, here) => {
      if (known.has(recorded) || taken.has(here)) return known.get(recorded) === here
      known.set(recorded, here)
      taken.set(here, recorded)
      finder = undefined
      return true
    },
    translate: (text) => {
      finder ??= makeFinder(known)
      return text.replace(finder, (found) => known.get(found) ?? found)
    },
  }
}
