/** Applies the conventions to schemas: adds the type that follows from their keywords, and the shared properties of replies. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiConventions } from './conventions.ts'
import { fillKey, insertKey, lifecycleKeys, resourceKeys, schemaKeys } from './key-order.ts'
import { isObject } from './openapi.ts'
import { asList, isNode, type Node, objects, type OnRepeat, withOuterKeys } from './repeats.ts'

const filledIn = new WeakSet<Node>()

/** Fills in all schemas below a node, except for the named schemas in the components. */
export function fillSchemas(node: unknown, onRepeat: OnRepeat): void {
  for (const [key, child] of isObject(node) ? Object.entries(node) : [...asList(node).entries()]) {
    if (key === 'schema') fillSchema(child, withOuterKeys(onRepeat, key))
    else if (key !== 'examples') fillSchemas(child, withOuterKeys(onRepeat, key))
  }
}

/** Adds `type: object` to a schema with properties and `type: array` to a schema with items. */
export function fillSchema(schema: unknown, onRepeat: OnRepeat): void {
  if (!isNode(schema) || filledIn.has(schema)) return
  filledIn.add(schema)
  const type = 'properties' in schema ? 'object' : 'items' in schema ? 'array' : undefined
  if (type !== undefined && schema['type'] === type) onRepeat(['type'])
  if (type !== undefined && !('type' in schema)) insertKey(schema, 'type', type, schemaKeys)
  for (const [name, property] of objects(schema['properties'])) fillSchema(property, withOuterKeys(onRepeat, 'properties', name))
  for (const key of ['items', 'additionalProperties', 'not']) fillSchema(schema[key], withOuterKeys(onRepeat, key))
  for (const key of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, branch] of asList(schema[key]).entries()) fillSchema(branch, withOuterKeys(onRepeat, key, index))
}

/** Adds the default `id` of `x-resource` and the default `field` of `x-lifecycle`, which is `status`. */
export function fillStored({ properties, 'x-resource': resource, 'x-lifecycle': lifecycle }: Node, onRepeat: OnRepeat): void {
  if (isNode(resource)) fillKey(resource, 'id', idOf(properties), resourceKeys, withOuterKeys(onRepeat, 'x-resource'))
  if (isNode(lifecycle)) fillKey(lifecycle, 'field', 'status', lifecycleKeys, withOuterKeys(onRepeat, 'x-lifecycle'))
}

/** Returns the id field and its kind, or undefined if neither `id` nor `uuid` has a supported type. */
function idOf(properties: unknown): { readonly field: string; readonly kind: string } | undefined {
  const found = objects(properties).find(([name]) => name === 'id' || name === 'uuid')
  if (!found) return undefined
  const [field, { type, format }] = found
  if (type === 'integer') return { field, kind: 'integer' }
  return type === 'string' && format === 'uuid' ? { field, kind: 'uuid' } : undefined
}

/** Makes all properties of a `…Response` or `…List` without `required` required, and adds the shared properties to a `…List`. */
export function fillReply(name: string, schema: Node, { list }: ApiConventions, onRepeat: OnRepeat): void {
  const { properties: ownProperties, required } = schema
  if (!/(Response|List)$/.test(name) || !isObject(ownProperties)) return
  const shared = name.endsWith('List') ? list : undefined
  const own = Object.fromEntries(Object.entries(ownProperties).filter(([key]) => shared === undefined || !(key in shared.properties)))
  const properties = { ...own, ...structuredClone(shared?.properties) }
  const all = [...Object.keys(own), ...(shared?.required ?? [])]
  if (required === undefined) {
    insertKey(schema, 'required', all, schemaKeys)
    schema['properties'] = properties
  } else if (isDeepStrictEqual([required, ownProperties], [all, properties])) onRepeat(['required'])
}
