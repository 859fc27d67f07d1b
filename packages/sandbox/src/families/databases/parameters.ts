/** Parameters of advanced editions, which repeat the settings as names and texts: `pg_parameters`, `mysql_parameters`. */
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { Operations } from '../../generated/types.ts'
import type { ClusterContext } from './clusters.ts'

export type Parameters = Readonly<Record<string, string>>

const fields = ['pg_parameters', 'mysql_parameters'] as const

/** Parameters of the cluster; undefined for the standard editions. */
export function parametersField({ engine: { slug, base } }: ClusterContext): (typeof fields)[number] | undefined {
  return slug === base ? undefined : fields.find((field) => field === `${base}_parameters`)
}

/** Parses the parameters of a request. @throws Failure 422 if the cluster has no such parameter */
export function parseParameters(cluster: ClusterContext, config: Operations['databases_config_update']['body']['config']): Parameters {
  const own = parametersField(cluster)
  const conflictingField = fields.find((field) => field !== own && config[field])
  if (conflictingField !== undefined)
    throw unprocessable(`config.${conflictingField}: ${cluster.engine.title} clusters have no such field.`)
  return (own && config[own]) ?? {}
}

/** Converts parameters to settings with values of their types. */
export function settingsOf(parameters: Parameters, first: Value): Value {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, text]) => {
      const value = Object.hasOwn(first, name) ? parseText(text, first[name]) : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function parseText(text: string, like: unknown): unknown {
  switch (typeof like) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'boolean':
      return /^(on|true|1|yes)$/i.test(text)
    case 'string':
      return text
    default:
      return undefined
  }
}

/** Returns every scalar setting, and all parameters as they were sent. */
export function listParameters(settings: Value, parameters: Parameters): readonly { readonly name: string; readonly value: string }[] {
  const simple = Object.entries(settings).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  const texts = Object.fromEntries(simple.map(([name, value]) => [name, String(value)]))
  return Object.entries({ ...texts, ...parameters }).map(([name, value]) => ({ name, value }))
}
