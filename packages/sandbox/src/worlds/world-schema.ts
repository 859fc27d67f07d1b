/** The JSON Schema of world files, read when a world of one's own is met for the first time: what it names, and what it lets through. */
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

/** A schema with all its alternatives as one. */
export interface Shape {
  readonly types: ReadonlySet<string>
  /** Each with what every alternative says of it. */
  readonly properties: ReadonlyMap<string, Schema>
  readonly required: ReadonlySet<string>
  readonly items: Schema | undefined
  /** What properties of other names may be; undefined where there are none. */
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

/** Other names are good where one of the alternatives takes them, or where none says which there are. */
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
  const named = $ref === undefined ? [] : [loadWorldSchema().$defs[$ref.slice('#/$defs/'.length)] ?? {}]
  return [schema, ...[...named, ...anyOf, ...allOf].flatMap((part) => listParts(part, depth + 1))]
}

function joinProperties(parts: readonly Schema[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema[]>()
  for (const { properties = {} } of parts)
    for (const [name, property] of Object.entries(properties)) found.set(name, [...(found.get(name) ?? []), property])
  return new Map([...found].map(([name, all]) => [name, all.length === 1 && all[0] ? all[0] : { anyOf: all }]))
}
