import type { ToolArguments } from '../generated/tool-calls.ts'

/** What the sandbox knows of one tool. Written by generators/sandbox, one row for each operation with `x-tool`. */
export interface ToolRow extends ToolArguments {
  readonly name: string
  readonly kind: 'read-only' | 'additive' | 'destructive'
  /** The one control operation that it is. */
  readonly calls: string
}
