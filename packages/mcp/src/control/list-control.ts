/** The three tools that stand for the whole control API, as clients see them. */
import type { ListedTool } from '../tables/tool-row.ts'

/** @param changes whether an operation that changes something may be called */
export function listControl(changes: boolean): { readonly search: ListedTool; readonly describe: ListedTool; readonly call: ListedTool } {
  return { search, describe, call: describeCall(changes) }
}

const search: ListedTool = {
  name: 'search_operations',
  title: 'Find operations of the control API',
  description: 'Finds operations by words, such as "list droplets" or "attach volume". Says the id, method, path and summary of each.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 500, description: 'Words that say what is to be done to what' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'How many to return; 10 when left out' },
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
  description: 'What an operation does, which parameters it has and what its body holds. Read it before call_operation.',
  inputSchema: {
    type: 'object',
    properties: { operation: { type: 'string', minLength: 1, description: 'The id, as search_operations gives it' } },
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
      ? 'Calls one operation. It may change or delete something, as its description says.'
      : 'Calls one operation that only reads; others are refused here.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', minLength: 1, description: 'The id, as search_operations gives it' },
        path: { type: 'object', description: "The path's parameters by name" },
        query: { type: 'object', description: "The query's parameters by name" },
        body: { type: 'object', description: 'The body' },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { status: { type: 'integer' } }, required: ['status'] },
    annotations: changes ? { destructiveHint: true } : { readOnlyHint: true },
  }
}
