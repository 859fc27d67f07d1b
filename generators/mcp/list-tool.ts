/**
 * Builds the definition of a tool in the tool list. It is short, as clients show the whole list to a model: each argument keeps its type
 * and bounds, and the full schema is available as a resource and in error messages.
 */
import type { Operation, Tool } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { findReply } from './describe-tool.ts'

export function listTool(tool: Tool, operation: Operation, inputSchema: SchemaObject, target: Operation, schemas: Schemas): object {
  return {
    name: tool.name,
    title: operation.summary,
    description: operation.description,
    inputSchema: { ...shortenSchema(inputSchema, 0), ...(inputSchema.type === undefined && { type: 'object' }) },
    outputSchema: describeOutput(findReply(target), schemas),
    annotations: getAnnotations(tool),
  }
}

/** Hints that are false, or meaningless for read-only tools, are omitted. */
function getAnnotations({ kind, idempotent }: Tool): object {
  if (kind === 'read-only') return { readOnlyHint: true }
  return { destructiveHint: kind === 'destructive', ...(idempotent && { idempotentHint: true }) }
}

/** Keywords that the tool list omits. */
const omittedKeywords = new Set(['title', 'examples', 'contentMediaType', 'contentSchema', 'default', 'deprecated'])
/** Arguments of many tools, which the server instructions describe once. */
const commonArguments = new Set(['id', 'ID', 'page', 'per_page', 'config'])
/** Bounds that only repeat the range of a number type. */
const numericLimits = new Set([2 ** 31 - 1, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, 2 ** 63])

function shortenSchema(schema: SchemaObject, depth: number, name = ''): SchemaObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (
      omittedKeywords.has(keyword) ||
      (keyword === 'maximum' && numericLimits.has(Number(value))) ||
      (keyword === 'minLength' && value === 1)
    )
      return []
    if (keyword === 'description') return depth === 1 && !commonArguments.has(name) ? [[keyword, firstSentence(String(value))]] : []
    // The server rejects unknown arguments anyway.
    if (keyword === 'additionalProperties' && value === false) return []
    if (keyword === 'properties') {
      const properties = Object.entries(value as Readonly<Record<string, SchemaObject>>)
      return [[keyword, Object.fromEntries(properties.map(([each, inner]) => [each, shortenSchema(inner, depth + 1, each)]))]]
    }
    if (keyword === 'items') return [[keyword, shortenSchema(value as SchemaObject, depth + 1)]]
    return [[keyword, value]]
  })
  return Object.fromEntries(entries) as SchemaObject
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0].replace(/\.$/, '') ?? text
}

/** Describes the top-level properties of the output. Lists also have the total, the page and a flag for truncation. */
function describeOutput(reply: SchemaObject | undefined, schemas: Schemas): object {
  if (!reply) return { type: 'object' }
  const properties = schemas.propertiesOf(reply)
  const isList = properties['meta'] !== undefined
  const own = Object.entries(properties).filter(([name]) => !isList || (name !== 'meta' && name !== 'links'))
  const required = schemas.requiredOf(reply).filter((name) => !isList || name !== 'meta')
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(own.map(([name, property]) => [name, { type: schemas.open(property).type }])),
      ...(isList && {
        total: { type: 'integer' },
        page: { type: 'integer' },
        next: { type: ['integer', 'null'] },
        cut: { type: 'boolean' },
      }),
    },
    required: [...required, ...(isList ? ['total', 'page', 'next', 'cut'] : [])],
  }
}
