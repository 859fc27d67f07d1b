/** JSON Schema of world files, loaded when the first custom world is used. */
import { isRecord } from '../engine/values.ts'
import { readData } from '../package-files/on-disk.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly default?: unknown
}

/** A schema merged with all its alternatives. */
export interface Shape {
  readonly types: ReadonlySet<string>
  /** Properties, each with the schemas of all alternatives. */
  readonly properties: ReadonlyMap<string, Schema>
  readonly required: ReadonlySet<string>
  readonly items: Schema | undefined
  /** Schema of additional properties; undefined if they are not allowed. */
  readonly additional: Schema | undefined
  readonly default: unknown
}

interface File extends Schema {
  readonly $defs: Readonly<Record<string, Schema>>
}

let file: File | undefined

export function loadWorldSchema(): File {
  file ??= readData('world.schema') as File
  return file
}

const shapes = new WeakMap<Schema, Shape>()

export function getShape(schema: Schema): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const parts = listParts(schema)
  const objects = parts.filter(({ properties, additionalProperties }) => properties ?? additionalProperties)
  const shape: Shape = {
    types: new Set(parts.flatMap(({ type = [] }) => type)),
    properties: joinProperties(parts),
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    items: parts.find(({ items }) => items)?.items,
    additional: getAdditionalSchema(parts, objects),
    default: parts.find((part) => part.default !== undefined)?.default,
  }
  shapes.set(schema, shape)
  return shape
}

/** Returns the schema of additional properties, which are allowed if an alternative allows them or none lists properties. */
function getAdditionalSchema(parts: readonly Schema[], objects: readonly Schema[]): Schema | undefined {
  if (objects.length === 0) {
    const types = parts.flatMap(({ type = [] }) => type)
    return types.length === 0 || types.includes('object') ? {} : undefined
  }
  const typed = objects.map(({ additionalProperties }) => additionalProperties).find((additional) => isRecord(additional))
  if (isRecord(typed)) return typed
  const isOpen = objects.every(
    ({ additionalProperties: additional, properties }) => additional === true || (additional === undefined && !properties),
  )
  return isOpen ? {} : undefined
}

function listParts(schema: Schema, depth = 0): readonly Schema[] {
  if (depth > 8) return []
  const { $ref, anyOf = [], allOf = [] } = schema
  const referenced = $ref === undefined ? [] : [loadWorldSchema().$defs[$ref.slice('#/$defs/'.length)] ?? {}]
  return [schema, ...[...referenced, ...anyOf, ...allOf].flatMap((part) => listParts(part, depth + 1))]
}

function joinProperties(parts: readonly Schema[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema[]>()
  for (const { properties = {} } of parts)
    for (const [name, property] of Object.entries(properties)) found.set(name, [...(found.get(name) ?? []), property])
  return new Map([...found].map(([name, all]) => [name, all.length === 1 && all[0] ? all[0] : { anyOf: all }]))
}
