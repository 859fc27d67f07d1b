/** Types of the generated tables. */
import type { ToolArguments } from '../generated/tool-calls.ts'

export type ToolKind = 'read-only' | 'additive' | 'destructive'

export interface ToolRow extends ToolArguments {
  readonly name: string
  readonly kind: ToolKind
  readonly idempotent: boolean
  readonly scopes: readonly string[]
  /** Id of the control API operation. */
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body?: true
  /** Secret properties of the arguments, as entries of the list of secrets. */
  readonly secrets?: readonly string[]
  /** Absent if the response has no body. */
  readonly reply?: ReplyRow
}

export interface ReplyRow {
  readonly list?: { readonly root: string; readonly paged?: true }
  readonly keys: readonly string[]
  readonly required: readonly string[]
  /** Secret properties of the response, as entries of the list of secrets. */
  readonly secrets?: readonly string[]
  /** True if the tool returns secrets on purpose. */
  readonly showsSecrets?: true
}

/** Tool definition in the MCP format. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly outputSchema: OutputSchema
  readonly annotations: {
    readonly readOnlyHint?: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint?: boolean
  }
}

export interface OutputSchema {
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, { readonly type?: string | readonly string[] }>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

/** JSON Schema keywords that arguments use. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
  readonly items?: ArgumentSchema
  readonly contentSchema?: ArgumentSchema
  readonly [keyword: string]: unknown
}
