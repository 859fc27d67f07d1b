/** Lists every example and default of the specification with its schema. */
import type { NamedSchema } from '../../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { parseHeaders } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'

export interface ExampleUse {
  /** Location, for findings. */
  readonly place: string
  readonly mediaType: string
  readonly schema: SchemaObject
  readonly value: unknown
}

const json = 'application/json'

/** Lists the examples of an operation: parameters, bodies, replies, headers and inline schemas. */
export function listOperationExamples(entry: OperationEntry): ExampleUse[] {
  const { parameters, body, replies } = entry.operation
  return [
    ...parameters.flatMap(({ name, schema, example }) => [
      ...listGivenExamples(`parameter ${name}`, schema, example),
      ...walk(`parameter ${name}`, schema),
    ]),
    ...(body?.content ?? []).flatMap((content) => listContent('request', content)),
    ...replies.flatMap((reply) => [
      ...reply.content.flatMap((content) => listContent(reply.status, content)),
      ...Object.entries(parseHeaders(entry, reply)).flatMap(([name, { schema, example }]) =>
        schema
          ? [...listGivenExamples(`${reply.status} header ${name}`, schema, example), ...walk(`${reply.status} header ${name}`, schema)]
          : [],
      ),
    ]),
  ]
}

/** Lists the examples of a named schema and everything in it. */
export function listSchemaExamples({ name, schema }: NamedSchema): ExampleUse[] {
  return walk(name, schema)
}

function listContent(
  place: string,
  { mediaType, schema, examples }: OperationEntry['operation']['replies'][number]['content'][number],
): ExampleUse[] {
  return [
    ...examples.map(({ name, value }) => ({ place: `${place} ${mediaType} ${name}`, mediaType, schema, value })),
    ...walk(`${place} ${mediaType}`, schema),
  ]
}

function listGivenExamples(place: string, schema: SchemaObject, value: unknown): ExampleUse[] {
  return value === undefined ? [] : [{ place, mediaType: json, schema, value }]
}

/** Skips references: named schemas are listed separately. */
function walk(place: string, schema: SchemaObject): ExampleUse[] {
  const {
    examples = [],
    default: standard,
    properties = {},
    items,
    additionalProperties,
    propertyNames,
    contentSchema,
    oneOf = [],
    allOf = [],
  } = schema
  const own = [...examples, ...(standard === undefined ? [] : [standard])].map((value) => ({ place, mediaType: json, schema, value }))
  const inner: (readonly [name: string, schema: SchemaObject])[] = [
    ...Object.entries(properties),
    ...(items ? [['items', items] as const] : []),
    ...(typeof additionalProperties === 'object' ? [['additionalProperties', additionalProperties] as const] : []),
    ...(propertyNames ? [['propertyNames', propertyNames] as const] : []),
    ...(contentSchema ? [['contentSchema', contentSchema] as const] : []),
    ...[...oneOf, ...allOf].map((branch, position) => [String(position), branch] as const),
  ]
  return [...own, ...inner.flatMap(([name, member]) => walk(`${place}/${name}`, member))]
}
