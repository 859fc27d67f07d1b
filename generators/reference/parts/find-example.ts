/** Finds an example of each named schema: the smallest one inside the examples of the operations, otherwise one composed of the examples of its fields. */
import type { Api } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import type { Schemas } from '../../model/schemas.ts'
import type { SiteApi } from '../site/addresses.ts'

const known = new WeakMap<SiteApi, Examples>()

export interface Example {
  readonly value: unknown
  /** True if it was composed of field examples, which may exclude each other. */
  readonly isComposed: boolean
}

export function findExample(api: SiteApi, name: string): Example {
  const examples = known.get(api) ?? getExamples(api.api, api.schemas)
  known.set(api, examples)
  const [example = examples.get(name)?.value] = api.schemas.byName(name)?.examples ?? []
  if (example !== undefined) return { value: example, isComposed: false }
  return { value: composeExample({ $ref: `#/components/schemas/${name}` }, api.schemas) ?? {}, isComposed: true }
}

type Examples = Map<string, { readonly value: unknown; readonly size: number }>

function getExamples({ families }: Api, schemas: Schemas): Examples {
  const found: Examples = new Map()
  for (const { body, replies } of families.flatMap(({ operations }) => operations)) {
    for (const { schema, examples } of [...(body?.content ?? []), ...replies.flatMap(({ content }) => content)])
      for (const { value } of examples) visit(schema, value, schemas, found)
  }
  return found
}

/** Returns the number of parts of the value. */
function visit(schema: SchemaObject, value: unknown, schemas: Schemas, found: Examples): number {
  if (typeof value !== 'object' || value === null) return 1
  const name = schemas.nameOf(schema)
  const resolvedSchema = schemas.open(schema)
  const forms = (resolvedSchema.oneOf ?? []).filter((branch) => matchesForm(branch, value, schemas))
  const others = [...(resolvedSchema.allOf ?? []), ...(forms.length === 1 ? forms : [])]
  for (const part of others) visit(part, value, schemas, found)
  const properties = schemas.propertiesOf(resolvedSchema)
  const rest = typeof resolvedSchema.additionalProperties === 'object' ? resolvedSchema.additionalProperties : {}
  const sizes = Object.entries(value).map(([key, member]) =>
    visit(
      Array.isArray(value) ? (resolvedSchema.items ?? {}) : Object.hasOwn(properties, key) ? (properties[key] ?? {}) : rest,
      member,
      schemas,
      found,
    ),
  )
  const size = sizes.reduce((sum, each) => sum + each, 0)
  // An empty object is not a useful example.
  if (name !== undefined && size > 0 && size < (found.get(name)?.size ?? Infinity)) found.set(name, { value, size })
  return size + 1
}

/** True if a value has the required properties of a form, and its constants. */
function matchesForm(form: SchemaObject, value: object, schemas: Schemas): boolean {
  const members = new Map<string, unknown>(Object.entries(value))
  return (
    schemas.requiredOf(form).every((name) => members.has(name)) &&
    Object.entries(schemas.propertiesOf(form)).every(([name, property]) => {
      const { const: constant, enum: values = constant === undefined ? undefined : [constant] } = schemas.open(property)
      return !members.has(name) || values === undefined || values.includes(members.get(name) as never)
    })
  )
}

function composeExample(schema: SchemaObject, schemas: Schemas, above: readonly SchemaObject[] = []): unknown {
  const resolvedSchema = schemas.open(schema)
  const { const: constant, enum: values = [], items, oneOf = [], default: preset } = resolvedSchema
  const [example = constant ?? values[0] ?? preset] = [...(schema.examples ?? []), ...(resolvedSchema.examples ?? [])]
  if (example !== undefined) return example
  if (above.includes(resolvedSchema)) return undefined
  const ancestors = [...above, resolvedSchema]
  if (items) return [composeExample(items, schemas, ancestors)].filter((item) => item !== undefined)
  const form = oneOf.find(({ type }) => type !== 'null')
  if (form) return composeExample(form, schemas, ancestors)
  const members = Object.entries(schemas.propertiesOf(resolvedSchema)).map(
    ([name, property]) => [name, composeExample(property, schemas, ancestors)] as const,
  )
  return members.length === 0 ? undefined : Object.fromEntries(members.filter(([, member]) => member !== undefined))
}
