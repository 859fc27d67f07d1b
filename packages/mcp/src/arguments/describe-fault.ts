/** Error sentence for an invalid argument: its name and the accepted values. */
import { sanitizeLine } from '../results/sanitize.ts'
import type { ArgumentSchema } from '../tables/tool-row.ts'
import type { JsonObject } from '../values.ts'
import { describeAccepted, describeValue } from './describe-accepted.ts'
import { findNearest } from './nearest-name.ts'

/** Error of a compiled validator. */
export interface Fault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface FaultContext {
  readonly schema: ArgumentSchema
  readonly values: JsonObject
  /** Replaces the name of the argument in messages, if it was passed under another name. */
  readonly rename?: { readonly from: string; readonly to: string }
}

export function describeFault({ instancePath, keyword, params }: Fault, { schema, values, rename }: FaultContext): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = steps.reduce<ArgumentSchema | undefined>((at, step) => at?.properties?.[step] ?? at?.items, schema) ?? {}
  const name = (...more: readonly string[]) => {
    const [first = '', ...rest] = [...steps, ...more]
    return sanitizeLine([first === rename?.from ? rename.to : first, ...rest].join('.'), 200)
  }
  if (keyword === 'required') {
    const missing = String(params['missingProperty'])
    return `${name(missing)}: is required. It is ${explain(found.properties?.[missing] ?? {})}`
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(params['additionalProperty'])
    return `${name(unknown)}: is unknown.${suggest(unknown, Object.keys(found.properties ?? {}))}`
  }
  const value = steps.reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], values)
  return `${name() || 'arguments'}: must be ${explain(found)} It is ${describeValue(value)}.`
}

function explain(schema: ArgumentSchema): string {
  const description = schema.description === undefined ? '' : ` (${firstSentence(schema.description)})`
  return `${describeAccepted(schema)}${description}.`
}

function firstSentence(text: string): string {
  return (/^.*?\.(?= |$)/s.exec(text)?.[0] ?? text).replace(/\.$/, '')
}

/** Maximum number of names in a message, with a suggestion and without one. */
const [maxWithSuggestion, max] = [12, 60]

export function suggest(name: string, names: readonly string[]): string {
  if (names.length === 0) return ' There are none.'
  const nearest = findNearest(name, names)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  if (hint !== '' && names.length > maxWithSuggestion) return hint
  const list = names.length > max ? `${names.slice(0, max).join(', ')} and ${names.length - max} more` : names.join(', ')
  return `${hint} Known: ${list}.`
}
