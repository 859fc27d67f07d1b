/**
 * JSON Schema of a document, for completion and errors in editors: OpenAPI 3.1 with the keywords of JSON Schema and our extensions.
 * Editors do not support `$dynamicRef` and `unevaluatedProperties`, so both are replaced.
 */
import { createRequire } from 'node:module'
import { extensionPlaces, readExtensionSchemas, type ExtensionPlace } from './extensions.ts'
import { isObject } from './openapi.ts'
import { asList } from './repeats.ts'

type JsonSchema = Record<string, unknown>

/** Keys of extensions that the conventions add. */
const filledIn: ReadonlySet<string> = new Set(['x-resource/id', 'x-lifecycle/field', 'x-tool/name'])

const vocabularies = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']

const require = createRequire(import.meta.url)

/** Returns the official schema of OpenAPI 3.1, which does not describe Schema Objects. */
export function getOpenApiSchema(): JsonSchema & { readonly $defs: Readonly<Record<string, JsonSchema>> } {
  return require('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json') as ReturnType<typeof getOpenApiSchema>
}

export function buildEditorSchema(): JsonSchema {
  const { $id: _, ...official } = getOpenApiSchema()
  const { $defs: definitions, ...root } = official
  const $defs: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(definitions)) $defs[name] = closeObjects(schema, definitions, placesOf(name))
  const keywords: JsonSchema = {}
  for (const vocabulary of vocabularies) {
    const { properties, $defs: parts } = require(`ajv/dist/refs/json-schema-2020-12/meta/${vocabulary}.json`) as JsonSchema
    Object.assign(keywords, properties)
    Object.assign($defs, parts)
  }
  $defs['schema'] = {
    type: ['object', 'boolean'],
    properties: {
      ...keywords,
      discriminator: {
        type: 'object',
        required: ['propertyName'],
        properties: { propertyName: { type: 'string' }, mapping: { type: 'object', additionalProperties: { type: 'string' } } },
        additionalProperties: false,
      },
      externalDocs: { $ref: '#/$defs/external-documentation' },
      xml: { type: 'object' },
      ...refsToExtensions(['schema', 'property', 'elsewhere']),
    },
    additionalProperties: false,
  }
  for (const [name, schema] of readExtensionSchemas()) $defs[name] = buildExtension(name, schema)
  const closed = closeObjects(root, definitions, ['elsewhere']) as { properties: JsonSchema }
  closed.properties['x-documents'] = {
    description: 'References to all documents of the API.',
    type: 'array',
    items: { type: 'object', required: ['$ref'], properties: { $ref: { type: 'string' } } },
  }
  const text = JSON.stringify({ ...closed, title: 'Document of the specification', $defs })
  return JSON.parse(text.replaceAll('{"$dynamicRef":"#meta"}', '{"$ref":"#/$defs/schema"}')) as JsonSchema
}

/** Returns the schema of an extension as a definition, without requiring what the conventions add. */
function buildExtension(name: string, schema: object): JsonSchema {
  const { $schema: _, $id: __, ...body } = JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"#/$defs/${name}/`)) as JsonSchema
  const isWritten = (key: unknown) => !filledIn.has(`${name}/${String(key)}`)
  const { required, dependentRequired } = body
  if (required) body['required'] = asList(required).filter(isWritten)
  if (isObject(dependentRequired))
    body['dependentRequired'] = Object.fromEntries(
      Object.entries(dependentRequired).map(([key, keys]) => [key, asList(keys).filter(isWritten)]),
    )
  return body
}

function placesOf(name: string): readonly ExtensionPlace[] {
  return name === 'operation' ? ['operation'] : ['elsewhere']
}

function refsToExtensions(places: readonly ExtensionPlace[]): JsonSchema {
  const allowed = Object.entries(extensionPlaces).filter(([, known]) => known.some((place) => places.includes(place)))
  return Object.fromEntries(allowed.map(([name]) => [name, { $ref: `#/$defs/${name}` }]))
}

/** Replaces `unevaluatedProperties: false` with a list of all properties that the schema knows, and any extension with ours. */
function closeObjects(schema: unknown, definitions: Readonly<Record<string, JsonSchema>>, places: readonly ExtensionPlace[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closeObjects(item, definitions, places))
  if (!isObject(schema)) return schema
  const parts = Object.entries(schema).filter(([key, value]) => key !== 'unevaluatedProperties' && !isExtensionRef(key, value))
  const copy: JsonSchema = Object.fromEntries(parts.map(([key, value]) => [key, closeObjects(value, definitions, places)]))
  if (schema['unevaluatedProperties'] !== false) return copy
  const known = listProperties(schema, definitions).map((name) => [name, true])
  return {
    ...copy,
    properties: { ...Object.fromEntries(known), ...refsToExtensions(places), ...(copy['properties'] as JsonSchema) },
    additionalProperties: false,
  }
}

function isExtensionRef(key: string, value: unknown): boolean {
  return key === '$ref' && value === '#/$defs/specification-extensions'
}

/** Lists the properties that a schema describes, also those under a condition. */
function listProperties(schema: unknown, definitions: Readonly<Record<string, JsonSchema>>): string[] {
  if (!isObject(schema)) return []
  const { properties, $ref, allOf, then, dependentSchemas } = schema
  const target = typeof $ref === 'string' ? findPointer(definitions, $ref) : undefined
  const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : []
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...[target, then, ...asList(allOf), ...dependent].flatMap((part) => listProperties(part, definitions)),
  ]
}

function findPointer(definitions: Readonly<Record<string, JsonSchema>>, ref: string): unknown {
  let found: unknown = { $defs: definitions }
  for (const key of ref.split('/').slice(1)) found = isObject(found) ? found[key] : undefined
  return found
}
