/** The shapes of the generated catalog of the control API. */
import type { ToolKind } from './tool-row.ts'

export interface CatalogRow {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly family: string
  readonly kind: ToolKind
  readonly summary: string
  /** What to use instead. */
  readonly deprecated?: string
}

export interface ParameterRow {
  readonly name: string
  readonly in: string
  readonly required?: true
  readonly description: string
  readonly schema: unknown
}

export interface OperationDetails {
  readonly description: string
  readonly parameters: readonly ParameterRow[]
  readonly body?: { readonly required?: true; readonly type: string; readonly schema: unknown }
  /** The properties of its answer. */
  readonly answers?: readonly string[]
  readonly scopes?: readonly string[]
  /** Names of the properties that hold secrets, in what it takes and in what it answers. */
  readonly secrets?: readonly string[]
  /** It is there to show them. */
  readonly shows?: true
}

export interface FamilyModule {
  readonly operations: Readonly<Record<string, OperationDetails>>
  readonly schemas: Readonly<Record<string, unknown>>
}
