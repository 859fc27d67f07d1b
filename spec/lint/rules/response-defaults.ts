/** A response has no `default`s: what the server sends is there, and what it does not send has no value. */
import { report } from '../finding.ts'
import { isObject, type Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'

export const responseDefaults: Rule = () => {
  // A schema is looked at once, however many responses reach it.
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
    const mend = 'Take it away; when a request uses the schema too, write one for each.'
    report(
      context,
      { expected: 'a schema that a response uses to have no `default`', came: JSON.stringify(node['default']), mend },
      location.child('default').key(),
    )
  }
  for (const [keys, child] of childrenOf(node)) checkReached(context, child, location.child(keys), seen)
}

function childrenOf(schema: Schema): [keys: (string | number)[], child: Schema][] {
  const named = Object.entries(schema.properties ?? {}).map(([name, child]): [(string | number)[], Schema] => [['properties', name], child])
  const single = ['items', 'additionalProperties'].flatMap((keyword): [(string | number)[], Schema][] => {
    const child = schema[keyword]
    return isObject(child) ? [[[keyword], child]] : []
  })
  const listed = (['oneOf', 'allOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((child, index): [(string | number)[], Schema] => [[keyword, index], child]),
  )
  return [...named, ...single, ...listed]
}
