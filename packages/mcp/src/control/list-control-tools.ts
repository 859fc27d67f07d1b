/** Definitions of the three tools for the whole control API. */
import type { ListedTool } from '../tables/tool-row.ts'

/** @param changes true if operations that change something are allowed */
export function listControlTools(changes: boolean): {
  readonly search: ListedTool
  readonly describe: ListedTool
  readonly call: ListedTool
} {
  return { search, describe, call: describeCall(changes) }
}

const search: ListedTool = {
  name: 'search_operations',
  title: 'Find operations of the control API',
  description: 'Finds operations by words, such as "list droplets" or "attach volume". Returns the id, method, path and summary of each.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 500, description: 'Search words: an action and a resource' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Maximum number of results; default 10' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { operations: { type: 'array' }, total: { type: 'integer' }, cut: { type: 'boolean' } },
    required: ['operations', 'total', 'cut'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

const describe: ListedTool = {
  name: 'describe_operation',
  title: 'Describe an operation of the control API',
  description: 'Describes an operation with its parameters and the schema of its body. Use it before call_operation.',
  inputSchema: {
    type: 'object',
    properties: { operation: { type: 'string', minLength: 1, description: 'Operation id from search_operations' } },
    required: ['operation'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, parameters: { type: 'array' } },
    required: ['id', 'parameters'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

function describeCall(changes: boolean): ListedTool {
  return {
    name: 'call_operation',
    title: 'Call an operation of the control API',
    description: changes
      ? 'Calls one operation. It may change or delete resources; see its description.'
      : 'Calls one read-only operation. Others are not allowed.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', minLength: 1, description: 'Operation id from search_operations' },
        path: { type: 'object', description: 'Path parameters by name' },
        query: { type: 'object', description: 'Query parameters by name' },
        body: { type: 'object', description: 'Request body' },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { status: { type: 'integer' } }, required: ['status'] },
    annotations: changes ? { destructiveHint: true } : { readOnlyHint: true },
  }
}
