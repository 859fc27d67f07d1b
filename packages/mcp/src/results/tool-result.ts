import type { JsonObject } from '../values.ts'

/** Result of a tool call in the MCP format. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: JsonObject
  readonly isError?: boolean
  readonly _meta?: JsonObject
  readonly [key: string]: unknown
}

export function formatError(text: string, meta?: JsonObject): ToolResult {
  return { content: [{ type: 'text', text }], isError: true, ...(meta && { _meta: { 'spindrift/error': meta } }) }
}
