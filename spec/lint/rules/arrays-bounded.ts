/** A list that a caller sends has `maxItems`: without one a megabyte of items is looked at, item by item, before anything is refused. */
import { report } from '../finding.ts'
import { isObject, type Ref, type Schema, typesOf } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'

export const arraysBounded: Rule = () => {
  const seen = new Set<string>()
  const look = (context: Context, raw: Schema | Ref, at: Location): void => {
    const found = follow<Schema>(context, raw, at)
    if (!found) return
    const { node, location } = found
    const place = `${location.source.absoluteRef}${location.pointer}`
    if (seen.has(place)) return
    seen.add(place)
    if (typesOf(node).includes('array') && !('maxItems' in node)) {
      const mend = 'Add the limit that the platform has, or one that no sensible request reaches.'
      report(context, { expected: 'a list that callers send to say how long it may be', came: 'no `maxItems`', mend }, location)
    }
    for (const [path, part] of listParts(node)) look(context, part, location.child(path))
  }
  return {
    Parameter: ({ schema }, context) => {
      if (isObject(schema)) look(context, schema, context.location.child('schema'))
    },
    RequestBody: ({ content = {} }, context) => {
      for (const [type, { schema }] of Object.entries(content)) {
        if (schema) look(context, schema, context.location.child(['content', type, 'schema']))
      }
    },
  }
}

type Part = readonly [path: readonly (string | number)[], schema: Schema]

function listParts({ properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] }: Schema): Part[] {
  const lists = Object.entries({ oneOf, anyOf, allOf })
  return [
    ...Object.entries(properties).map(([name, part]): Part => [['properties', name], part]),
    ...lists.flatMap(([keyword, parts]) => parts.map((part, index): Part => [[keyword, index], part])),
    ...Object.entries({ items, additionalProperties }).flatMap(([keyword, part]): Part[] => (isObject(part) ? [[[keyword], part]] : [])),
  ]
}
