/**
 * One tool as clients list it. Whoever lists tools puts all of them before a model, so this is as short as it can be while
 * every argument keeps its type and its bounds: what the settings inside an argument mean is in the whole schema, which the
 * server offers as a resource and quotes when an argument is refused.
 */
import type { Operation, Tool } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import type { Schemas } from '../model/schemas.ts'
import { findReply } from './describe-tool.ts'

export function listTool(tool: Tool, operation: Operation, inputSchema: SchemaObject, called: Operation, schemas: Schemas): object {
  return {
    name: tool.name,
    title: operation.summary,
    description: leaveStatuses(operation.description),
    inputSchema: { ...shorten(inputSchema, 0), ...(inputSchema.type === undefined && { type: 'object' }) },
    outputSchema: describeOutput(findReply(called), schemas),
    annotations: annotate(tool),
  }
}

/** Of what does not hold or, as for tools that only read, says nothing, the hint is left out. */
function annotate({ kind, idempotent }: Tool): object {
  if (kind === 'read-only') return { readOnlyHint: true }
  return { destructiveHint: kind === 'destructive', ...(idempotent && { idempotentHint: true }) }
}

/** Words for people, and what the server works out for itself. */
const left = new Set(['title', 'examples', 'contentMediaType', 'contentSchema', 'default', 'deprecated'])
/** Arguments of many tools, always the same: the server's instructions say once what they are. */
const common = new Set(['id', 'ID', 'page', 'per_page', 'config'])
/** As far as the machine's numbers go: a bound that says no more than that. */
const widest = new Set([2 ** 31 - 1, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, 2 ** 63])

function shorten(schema: SchemaObject, depth: number, name = ''): SchemaObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (left.has(keyword) || (keyword === 'maximum' && widest.has(Number(value))) || (keyword === 'minLength' && value === 1)) return []
    if (keyword === 'description') return depth === 1 && !common.has(name) ? [[keyword, firstSentence(String(value))]] : []
    // Every argument that is not named is refused, and the refusal says so.
    if (keyword === 'additionalProperties' && value === false) return []
    if (keyword === 'properties') {
      const properties = Object.entries(value as Readonly<Record<string, SchemaObject>>)
      return [[keyword, Object.fromEntries(properties.map(([each, inner]) => [each, shorten(inner, depth + 1, each)]))]]
    }
    if (keyword === 'items') return [[keyword, shorten(value as SchemaObject, depth + 1)]]
    return [[keyword, value]]
  })
  return Object.fromEntries(entries) as SchemaObject
}

/** "409 when the name is taken." is about the HTTP face; here an error says itself what it is. */
function leaveStatuses(text: string): string {
  const sentences = text.split(/(?<=\.) /)
  return sentences.filter((sentence) => !/^4\d\d |\(4\d\d\)\.$/.test(sentence)).join(' ')
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/s.exec(text)?.[0].replace(/\.$/, '') ?? text
}

/** What the outermost properties are; a list comes with its total, its page and whether there is more. */
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
