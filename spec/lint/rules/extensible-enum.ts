/** Requires `x-extensible-enum` on enumerations of catalog slugs, because the catalog can grow. */
import { report } from '../finding.ts'
import { isObject, type Schema } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { specificationOf } from '../specification.ts'
import type { Specification } from '../specification-types.ts'

export const extensibleEnum: Rule = () => ({
  Schema(schema, context) {
    const catalog = schema['x-extensible-enum']
    const texts = textsOf(schema)
    if (catalog !== undefined && texts.length === 0) {
      report(
        context,
        `Expected an \`enum\` of strings next to \`x-extensible-enum\`; found none. List the current values, for completion in editors.`,
        context.location.child('x-extensible-enum'),
      )
    }
    if (texts.length === 0 || typeof catalog === 'string') return
    const specification = specificationOf(context.location.source.absoluteRef)
    const [kind] = [...catalogsOf(specification)].find(([, known]) => texts.every((text) => known.has(text))) ?? []
    if (kind === undefined) return
    report(
      context,
      `Expected an \`enum\` of ${kind} slugs to have \`x-extensible-enum: ${kind}\`; found an \`enum\` without it. Add \`x-extensible-enum: ${kind}\`, or refer to the schema with it.`,
      context.location.child('enum'),
    )
  },
})

const cache = new WeakMap<Specification, ReadonlyMap<string, ReadonlySet<string>>>()

/** Returns the slugs of each catalog that a schema lists. */
function catalogsOf(specification: Specification): ReadonlyMap<string, ReadonlySet<string>> {
  const known = cache.get(specification)
  if (known) return known
  const catalogs = new Map<string, Set<string>>()
  for (const { schema } of [...specification.schemas.values()].flat()) {
    const kind = schema['x-extensible-enum']
    if (typeof kind === 'string') catalogs.set(kind, new Set([...(catalogs.get(kind) ?? []), ...textsOf(schema)]))
  }
  cache.set(specification, catalogs)
  return catalogs
}

function textsOf(schema: Schema): string[] {
  return (isObject(schema) ? (schema.enum ?? []) : []).filter((value) => typeof value === 'string' && value !== '') as string[]
}
