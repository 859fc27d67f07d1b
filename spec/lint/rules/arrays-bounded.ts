/** Requires `maxItems` for arrays in requests. Without it, the server validates a megabyte of items before it rejects them. */
import { report } from '../finding.ts'
import { isObject, type Ref, type Schema, typesOf } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Location, Rule } from '../redocly.ts'

export const arraysBounded: Rule = () => {
  const seen = new Set<string>()
  const check = (context: Context, raw: Schema | Ref, at: Location): void => {
    const found = follow<Schema>(context, raw, at)
    if (!found) return
    const { node, location } = found
    const arrayLocation = `${location.source.absoluteRef}${location.pointer}`
    if (seen.has(arrayLocation)) return
    seen.add(arrayLocation)
    if (typesOf(node).includes('array') && !('maxItems' in node)) {
      report(
        context,
        `Expected an array in a request to have a maximum length; found no \`maxItems\`. Add the limit of the platform, or one that no reasonable request reaches.`,
        location,
      )
    }
    for (const [path, part] of listParts(node)) check(context, part, location.child(path))
  }
  return {
    Parameter: ({ schema }, context) => {
      if (isObject(schema)) check(context, schema, context.location.child('schema'))
    },
    RequestBody: ({ content = {} }, context) => {
      for (const [type, { schema }] of Object.entries(content)) {
        if (schema) check(context, schema, context.location.child(['content', type, 'schema']))
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
