/** Prepares a schema for compilation: removes documentation, resolves reference names, and relaxes requests. */
import type { SchemaObject } from '../../model/json-schema.ts'

/** Validated formats. */
export const formats: ReadonlySet<string> = new Set([
  'uuid',
  'date-time',
  'date',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
])

/** Formats that are only documentation. */
const described = new Set(['binary', 'base64', 'byte', 'password', 'int32', 'int64', 'float', 'double'])

type Plain = Record<string, unknown>

const words = new Set(['title', 'description', 'examples', 'default', 'deprecated', 'contentEncoding', 'contentMediaType', 'contentSchema'])
const maps = new Set(['properties'])
const lists = new Set(['oneOf', 'allOf'])
const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])

/** Only extension that affects validation: see `addOpenValues`. */
export const openValues = 'x-extensible-enum'

/** Validation mode of a schema. */
export interface SchemaMode {
  /** True if unknown properties are accepted, as in requests. */
  readonly open: boolean
  /** True if strings are converted to the type of the schema. Several branches of a union may then match. */
  readonly texts: boolean
}

export function prepareSchema(schema: SchemaObject | boolean, reading: SchemaMode): unknown {
  if (typeof schema === 'boolean') return schema
  const prepared: Plain = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (words.has(keyword) || (keyword.startsWith('x-') && keyword !== openValues)) continue
    if (keyword === '$ref') prepared['$ref'] = referTo(String(value).slice(String(value).lastIndexOf('/') + 1))
    else if (keyword === 'discriminator') prepared[keyword] = { propertyName: (value as { propertyName: string }).propertyName }
    else if (keyword === 'format' && isDescribed(String(value))) continue
    else if (maps.has(keyword)) prepared[keyword] = prepareMap(value as Readonly<Record<string, SchemaObject>>, reading)
    else if (lists.has(keyword))
      prepared[reading.texts && keyword === 'oneOf' && !schema.discriminator ? 'anyOf' : keyword] = (value as readonly SchemaObject[]).map(
        (branch) => prepareSchema(branch, reading),
      )
    else if (single.has(keyword)) {
      if (reading.open && keyword === 'additionalProperties' && value === false) continue
      prepared[keyword] = prepareSchema(value as SchemaObject, reading)
    } else prepared[keyword] = value
  }
  // Ajv checks discriminators only in objects, and would accept any other type.
  if (schema.discriminator && schema.type === undefined) prepared['type'] = 'object'
  return prepared
}

function isDescribed(format: string): boolean {
  if (!formats.has(format) && !described.has(format)) throw new Error(`${JSON.stringify(format)} is not a supported format.`)
  return described.has(format)
}

function prepareMap(map: Readonly<Record<string, SchemaObject>>, reading: SchemaMode): Plain {
  if (Object.hasOwn(map, '__proto__')) throw new Error('"__proto__" cannot be a property name: Ajv does not validate it.')
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, prepareSchema(schema, reading)]))
}

export function referTo(name: string): string {
  return `/schemas/${name}`
}
