/** Refusal of a slug that no catalog offers. */
import { nearestName } from '../control/nearest-name.ts'
import { Failure } from './failure.ts'

/** Longest list of slugs that a hint contains; of a longer one, it names the nearest slug. */
const maxListedSlugs = 8

interface UnknownSlug {
  readonly field: string
  readonly slug: string
  readonly choices: readonly string[]
  /** Message of the platform, if it is known. */
  readonly message?: string | undefined
}

/** Error 422 that names the nearest offer: in the message, or in `x-sandbox-hint` if the message is the platform's. */
export function unknownSlug({ field, slug, choices, message }: UnknownSlug): Failure {
  if (message !== undefined) return new Failure(422, message, createHint(slug, choices))
  const hint = formatHint(slug, choices)
  return new Failure(422, `${field}: there is no ${field} "${slug}".${hint === '' ? '' : ` ${hint}`}`)
}

/** Header that names the nearest offer, for a message that is fixed; empty without a similar offer. */
export function createHint(slug: string, choices: readonly string[]): Readonly<Record<string, string>> {
  const hint = formatHint(slug, choices)
  return hint === '' ? {} : { 'x-sandbox-hint': hint }
}

function formatHint(slug: string, choices: readonly string[]): string {
  if (choices.length <= maxListedSlugs) return `Choose one of ${choices.join(', ')}.`
  const nearest = nearestName(slug, choices)
  return nearest === undefined ? '' : `Did you mean "${nearest}"?`
}
