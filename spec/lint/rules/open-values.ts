/** An enumeration of what a catalog has says so: it grows with the catalog, and what there is of it the platform's state knows. */
import { report } from '../finding.ts'
import { isObject, type Schema } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { specificationOf } from '../specification.ts'
import type { Specification } from '../specification-types.ts'

export const openValues: Rule = () => ({
  Schema(schema, context) {
    const catalog = schema['x-open-values']
    const texts = textsOf(schema)
    if (catalog !== undefined && texts.length === 0) {
      const mend = 'List the values that there are today, for editors to complete.'
      report(
        context,
        { expected: 'an `enum` of texts beside `x-open-values`', came: 'none', mend },
        context.location.child('x-open-values'),
      )
    }
    if (texts.length === 0 || typeof catalog === 'string') return
    const specification = specificationOf(context.location.source.absoluteRef)
    const [kind] = [...catalogsOf(specification)].find(([, known]) => texts.every((text) => known.has(text))) ?? []
    if (kind === undefined) return
    const mend = `Add \`x-open-values: ${kind}\`, or refer to the schema that has it.`
    report(
      context,
      { expected: `slugs of ${kind} to be open and to name it`, came: 'an `enum` that does not', mend },
      context.location.child('enum'),
    )
  },
})

const read = new WeakMap<Specification, ReadonlyMap<string, ReadonlySet<string>>>()

/** The kinds whose slugs a named schema lists, each with them. */
function catalogsOf(specification: Specification): ReadonlyMap<string, ReadonlySet<string>> {
  const known = read.get(specification)
  if (known) return known
  const catalogs = new Map<string, Set<string>>()
  for (const { schema } of [...specification.schemas.values()].flat()) {
    const kind = schema['x-open-values']
    if (typeof kind === 'string') catalogs.set(kind, new Set([...(catalogs.get(kind) ?? []), ...textsOf(schema)]))
  }
  read.set(specification, catalogs)
  return catalogs
}

function textsOf(schema: Schema): string[] {
  return (isObject(schema) ? (schema.enum ?? []) : []).filter((value) => typeof value === 'string' && value !== '') as string[]
}
