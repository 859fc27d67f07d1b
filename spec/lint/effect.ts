/** Parses `x-effect` and `x-resource`. The rule `extension-schemas` checks their format. */
import { isObject, type Operation } from './openapi.ts'
import type { Specification } from './specification-types.ts'

export const effects = ['lists', 'gets', 'creates', 'updates', 'replaces', 'deletes', 'acts-on', 'measures', 'computes'] as const
export type EffectVerb = (typeof effects)[number]

export interface Effect {
  readonly verb: EffectVerb
  /** Name of the schema, or the sentence of `computes`. */
  readonly value: string
  readonly by: readonly string[]
  /** Query parameters that the series of `measures` repeat as labels. */
  readonly labels: readonly string[]
}

export function effectOf(operation: Operation): Effect | undefined {
  const effect = operation['x-effect']
  if (!isObject(effect)) return undefined
  const verb = effects.find((candidate) => typeof effect[candidate] === 'string')
  if (!verb) return undefined
  const labels = isObject(effect['series']) ? effect['series']['labels'] : undefined
  return { verb, value: String(effect[verb]), by: listStrings(effect['by']), labels: listStrings(labels) }
}

/** Returns the action that an operation starts. */
export function actionOf({ 'x-effect': effect }: Operation): Readonly<Record<string, unknown>> | undefined {
  return isObject(effect) && isObject(effect['starts']) ? effect['starts'] : undefined
}

function listStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

/** Root keys of a resource. Each is absent if the API has no such root. */
export interface Roots {
  readonly one?: string
  readonly many?: string
}

/** Returns the root keys of a stored object, or undefined if the schema has no `x-resource`. */
export function rootsOf(specification: Specification, schema: string): Roots | undefined {
  const resource = specification.schemas.get(schema)?.[0]?.schema['x-resource']
  if (!isObject(resource)) return undefined
  const { one, many } = resource
  return { ...(typeof one === 'string' ? { one } : {}), ...(typeof many === 'string' ? { many } : {}) }
}
