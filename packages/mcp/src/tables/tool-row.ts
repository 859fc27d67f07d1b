/** The shapes of the generated tables. */
import type { ToolArguments } from '../generated/tool-calls.ts'

export type ToolKind = 'read-only' | 'additive' | 'destructive'

export interface ToolRow extends ToolArguments {
  readonly name: string
  readonly kind: ToolKind
  readonly idempotent: boolean
  readonly scopes: readonly string[]
  /** The operation of the control API that a call is. */
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body?: true
  /** Names of the properties that hold secrets, wherever in the arguments they are. */
  readonly secrets?: readonly string[]
  /** Not there when the operation answers without a body. */
  readonly reply?: ReplyRow
}

export interface ReplyRow {
  readonly list?: { readonly root: string; readonly paged?: true }
  readonly keys: readonly string[]
  readonly required: readonly string[]
  /** Names of the properties that hold secrets, wherever in the answer they are. */
  readonly secrets?: readonly string[]
  /** The tool is there to show them. */
  readonly shows?: true
}

/** As the protocol has it. */
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

/** JSON Schema as far as arguments use it. */
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
