/** Rejects `default` in response schemas: clients do not apply defaults to missing fields of a response. */
import { report } from '../finding.ts'
import { isObject, type Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'

export const responseDefaults: Rule = () => {
  // Each schema is checked once, even if several responses use it.
  const seen = new Set<string>()
  return {
    Response(response, context) {
      for (const [mediaType, { schema }] of Object.entries(response.content ?? {})) {
        if (schema) checkReached(context, schema, context.location.child(['content', mediaType, 'schema']), seen)
      }
    },
  }
}

function checkReached(context: Context, raw: Schema, at: Location, seen: Set<string>): void {
  const found = follow<Schema>(context, raw, at)
  if (!found) return
  const { node, location } = found
  const place = location.source.absoluteRef + location.pointer
  if (seen.has(place)) return
  seen.add(place)
  if ('default' in node) {
    report(
      context,
      `Expected a schema that a response uses to have no \`default\`; found ${JSON.stringify(node['default'])}. Remove it; if a request uses the schema too, use one schema for each.`,
      location.child('default').key(),
    )
  }
  for (const [keys, child] of childrenOf(node)) checkReached(context, child, location.child(keys), seen)
}

function childrenOf(schema: Schema): [keys: (string | number)[], child: Schema][] {
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]): [(string | number)[], Schema] => [
    ['properties', name],
    child,
  ])
  const single = ['items', 'additionalProperties'].flatMap((keyword): [(string | number)[], Schema][] => {
    const child = schema[keyword]
    return isObject(child) ? [[[keyword], child]] : []
  })
  const branches = (['oneOf', 'allOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((child, index): [(string | number)[], Schema] => [[keyword, index], child]),
  )
  return [...properties, ...single, ...branches]
}
