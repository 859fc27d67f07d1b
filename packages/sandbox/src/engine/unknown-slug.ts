/** Refusal of a slug that no catalog offers. */
import { nearestName } from '../control/nearest-name.ts'
import { Failure } from './failure.ts'

/** Longest list of slugs that a hint contains; of a longer one, it names the nearest slug. */
const maxListedSlugs = 8

interface UnknownSlug {
  readonly field: string
  readonly slug: string
  readonly availableSlugs: readonly string[]
  /** Message of the platform, if it is known. */
  readonly message?: string | undefined
}

/** Error 422 that names the nearest offer: in the message, or in `x-sandbox-hint` if the message is the platform's. */
export function unknownSlug({ field, slug, availableSlugs, message }: UnknownSlug): Failure {
  if (message !== undefined) return new Failure(422, message, createHint(slug, availableSlugs))
  const hint = formatHint(slug, availableSlugs)
  return new Failure(422, `${field}: there is no ${field} "${slug}".${hint === '' ? '' : ` ${hint}`}`)
}

/** Header that names the nearest offer, for a message that is fixed; empty without a similar offer. */
export function createHint(slug: string, availableSlugs: readonly string[]): Readonly<Record<string, string>> {
  const hint = formatHint(slug, availableSlugs)
  return hint === '' ? {} : { 'x-sandbox-hint': hint }
}

function formatHint(slug: string, availableSlugs: readonly string[]): string {
  if (availableSlugs.length <= maxListedSlugs) return `Choose one of ${availableSlugs.join(', ')}.`
  const nearest = nearestName(slug, availableSlugs)
  return nearest === undefined ? '' : `Did you mean "${nearest}"?`
}
