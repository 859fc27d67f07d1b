/** Describes a resource as a row of the sandbox's resource table. */
import type { Api, NamedSchema } from '../model/api-model.ts'
import type { Lifecycle, SchemaObject } from '../model/json-schema.ts'
import { type Fields, getFields, listResetFields } from '../model/get-fields.ts'
import { listAncestry } from './describe-operation.ts'
import { listDeletions } from './list-references.ts'
import { createBlank } from './create-blank.ts'
import { getResourceMessages } from '../kit/get-messages.ts'
import { getSeconds } from '../kit/get-seconds.ts'
import type { Schemas } from '../model/schemas.ts'

interface Timestamps {
  readonly created: readonly string[]
  readonly updated: readonly string[] | undefined
}

/** Finds the lifecycle of an object inside the resource that is no resource itself, such as the deployment of an agent. */
function findNestedLifecycle(properties: Readonly<Record<string, SchemaObject>>, schemas: Schemas): Lifecycle | undefined {
  for (const [name, property] of Object.entries(properties)) {
    const { 'x-lifecycle': lifecycle, 'x-resource': resource } = schemas.open(property)
    if (lifecycle && !resource) return { ...lifecycle, field: `${name}.${lifecycle.field}` }
  }
  return undefined
}

export function describeResource(api: Api, family: string, component: NamedSchema, schemas: Schemas) {
  const { resource = {}, lifecycle, name } = component
  const reference = { $ref: `#/components/schemas/${name}` }
  const properties = schemas.propertiesOf(reference)
  const messages = getResourceMessages(schemas.open(reference))
  const requestFields = getFields(api, name, schemas)
  const line = listAncestry(name, schemas)
  const embeds = Object.entries(properties).flatMap(([field, property]) => {
    const target = schemas.nameOf(property)
    return target !== undefined && target !== name && schemas.byName(target)?.['x-resource']?.id?.kind === 'slug' ? [[field, target]] : []
  })
  return {
    family,
    one: resource.one,
    many: resource.many,
    id: resource.id,
    parents: line.length > 1 ? line.slice(0, -1) : undefined,
    unique: resource.unique,
    urn: resource.urn,
    taggable: resource.taggable,
    notFoundMessage: messages.missing,
    conflict: messages.taken,
    lifecycle: describeLifecycle(lifecycle ?? findNestedLifecycle(properties, schemas)),
    fields: Object.fromEntries(Object.entries(properties).map(([field, property]) => [field, describeType(property, schemas)])),
    blank: createBlank(reference, schemas, 0, requestFields),
    items: findItems(properties, schemas, requestFields),
    timestamps: findTimestamps(properties, schemas),
    knownValues: findKnownValues(requestFields),
    embeddedCatalogs: embeds.length > 0 ? Object.fromEntries(embeds) : undefined,
    defaults: findDefaults(requestFields),
    references: listDeletions(reference, schemas),
    resetOnReplace: listResetFields(api, name, schemas),
  }
}

export function describeLifecycle(lifecycle: Lifecycle | undefined) {
  if (!lifecycle) return undefined
  const { field, initial, transitions } = lifecycle
  return {
    field,
    initial,
    transitions: transitions.map(({ from, to, or, on, after, 'deleted-after': deletedAfter }) => ({
      from: [from].flat(),
      to,
      or: or === undefined ? undefined : [or].flat(),
      on: [on].flat(),
      seconds: after === undefined ? undefined : getSeconds(after),
      deleteSeconds: deletedAfter === undefined ? undefined : getSeconds(deletedAfter),
    })),
  }
}

/** JSON types of a field, one letter each: string, number, boolean, array, object, null (z). */
function describeType(schema: SchemaObject, schemas: Schemas): string {
  const resolvedSchema = schemas.open(schema)
  const typeCodes = { string: 's', integer: 'n', number: 'n', boolean: 'b', array: 'a', object: 'o', null: 'z' } as const
  if (resolvedSchema.type !== undefined) return [...new Set([resolvedSchema.type].flat().map((type) => typeCodes[type]))].join('')
  const branches = resolvedSchema.oneOf ?? resolvedSchema.allOf
  if (branches) return [...new Set(branches.flatMap((branch) => [...describeType(branch, schemas)]))].join('')
  const [value] = resolvedSchema.enum ?? [resolvedSchema.const]
  return typeof value === 'string' ? 's' : typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 'sbnaoz'
}

/** Describes the items of object arrays: initial value and generated ids. */
function findItems(properties: Readonly<Record<string, SchemaObject>>, schemas: Schemas, requestFields: Fields): object | undefined {
  const entries = Object.entries(properties).flatMap(([field, property]) => {
    const { items } = schemas.open(property)
    if (!items || schemas.open(items).type !== 'object') return []
    const own = schemas.propertiesOf(items)
    const ids = Object.keys(own).filter((name) => (name === 'id' || name === 'uuid') && schemas.open(own[name] ?? {}).format === 'uuid')
    return [[field, { blank: createBlank(items, schemas, 1, requestFields[field]?.fields), ids: ids.length > 0 ? ids : undefined }]]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Finds the timestamp fields that the server sets on create and on update. */
function findTimestamps(properties: Readonly<Record<string, SchemaObject>>, schemas: Schemas): Timestamps | undefined {
  const times = Object.keys(properties).filter((field) => schemas.open(properties[field] ?? {}).format === 'date-time')
  const created = times.filter((field) => /^(created|started|updated|modified|last_updated)(_at)?$|^(registered|start_time)$/.test(field))
  const updated = times.filter((field) => /^(updated|modified|last_updated)(_at)?$/.test(field))
  return created.length === 0 ? undefined : { created, updated: updated.length > 0 ? updated : undefined }
}

/** Lists the known values of open enumerations that belong to no catalog. */
function findKnownValues(requestFields: Fields): object | undefined {
  const entries = Object.entries(requestFields).flatMap(([field, { known }]) => (known ? [[field, known] as const] : []))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Lists the defaults of fields that a create request omits. */
function findDefaults(requestFields: Fields): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(requestFields).flatMap(([field, { default: value }]) =>
    value === undefined ? [] : [[field, value] as const],
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
