/** Computes the object shapes that a schema allows: references resolved, `allOf` merged, one shape per branch of `oneOf`. */
import { typesOf, type Schema } from './openapi.ts'
import { follow, type Located } from './references.ts'
import type { Context, Location } from './redocly.ts'

export interface Shape {
  readonly types: readonly string[]
  readonly required: ReadonlySet<string>
  readonly properties: ReadonlyMap<string, Located<Schema>>
}

const empty: Shape = { types: [], required: new Set(), properties: new Map() }

/** `depth` limits recursion for schemas that refer to themselves. */
export function shapesOf(context: Context, schema: Schema, at: Location, depth = 8): Shape[] {
  const found = follow<Schema>(context, schema, at)
  // Redocly reports an unresolvable reference itself; a second finding about missing properties would mislead.
  if (!found) return []
  if (depth === 0) return [empty]
  const { node, location } = found
  const own: Shape = {
    types: node.const !== undefined && node.type === undefined ? [typeof node.const] : typesOf(node),
    required: new Set(node.required ?? []),
    properties: new Map(
      Object.entries(node.properties ?? {}).map(([name, property]) => [
        name,
        { node: property, location: location.child(['properties', name]) },
      ]),
    ),
  }
  let shapes = [own]
  for (const [index, part] of (node.allOf ?? []).entries()) {
    shapes = combine(shapes, shapesOf(context, part, location.child(['allOf', index]), depth - 1))
  }
  if (node.oneOf) {
    shapes = combine(
      shapes,
      node.oneOf.flatMap((branch, index) => shapesOf(context, branch, location.child(['oneOf', index]), depth - 1)),
    )
  }
  return shapes
}

function combine(left: readonly Shape[], right: readonly Shape[]): Shape[] {
  return left.flatMap((a) => right.map((b) => merge(a, b)))
}

function merge(a: Shape, b: Shape): Shape {
  return {
    types: a.types.length === 0 ? b.types : a.types,
    required: new Set([...a.required, ...b.required]),
    properties: new Map([...a.properties, ...b.properties]),
  }
}
