/** Looks up schemas by name, and resolves references, null branches and compositions. */
import type { Api } from './api-model.ts'
import type { SchemaObject } from './json-schema.ts'

export interface Schemas {
  /** Resolves the `$ref` of a schema. */
  readonly open: (schema: SchemaObject) => SchemaObject
  /** Name of the referenced schema, also behind `oneOf: [<ref>, null]`. */
  readonly nameOf: (schema: SchemaObject) => string | undefined
  /** Properties, including those of `allOf`. */
  readonly propertiesOf: (schema: SchemaObject) => Readonly<Record<string, SchemaObject>>
  readonly requiredOf: (schema: SchemaObject) => readonly string[]
  readonly byName: (name: string) => SchemaObject | undefined
}

export function createSchemas(api: Api): Schemas {
  const all = (api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>
  const byName = (name: string) => (Object.hasOwn(all, name) ? all[name] : undefined)
  const nameOf = (schema: SchemaObject): string | undefined => {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const branches = (schema.oneOf ?? schema.allOf ?? []).filter((branch) => branch.type !== 'null')
    return branches.length === 1 && branches[0] ? nameOf(branches[0]) : undefined
  }
  const open = (schema: SchemaObject): SchemaObject =>
    schema.$ref === undefined ? schema : open(byName(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)) ?? {})
  const known = new WeakMap<SchemaObject, Readonly<Record<string, SchemaObject>>>()
  const propertiesOf = (schema: SchemaObject): Readonly<Record<string, SchemaObject>> => {
    const resolvedSchema = open(schema)
    const properties = known.get(resolvedSchema) ?? getProperties(resolvedSchema)
    known.set(resolvedSchema, properties)
    return properties
  }
  const getProperties = (resolvedSchema: SchemaObject): Readonly<Record<string, SchemaObject>> => {
    // Assignment would treat a property named `__proto__` as the prototype.
    const inherited = (resolvedSchema.allOf ?? []).flatMap((part) => Object.entries(propertiesOf(part)))
    return Object.fromEntries([...inherited, ...Object.entries(resolvedSchema.properties ?? {})])
  }
  const requiredOf = (schema: SchemaObject): readonly string[] => {
    const resolvedSchema = open(schema)
    return [...(resolvedSchema.allOf ?? []).flatMap(requiredOf), ...(resolvedSchema.required ?? [])]
  }
  return { open, nameOf, propertiesOf, requiredOf, byName }
}
