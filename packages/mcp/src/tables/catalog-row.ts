/** Types of the generated catalog of the control API. */
import type { ToolKind } from './tool-row.ts'

export interface CatalogRow {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly family: string
  readonly kind: ToolKind
  readonly summary: string
  /** Replacement to use. */
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
  /** Property names of the response. */
  readonly responseFields?: readonly string[]
  readonly scopes?: readonly string[]
  /** Secret properties of the request and of the response, as entries of the list of secrets. */
  readonly secrets?: readonly string[]
  /** True if the operation returns secrets on purpose. */
  readonly showsSecrets?: true
}

export interface FamilyModule {
  readonly operations: Readonly<Record<string, OperationDetails>>
  readonly schemas: Readonly<Record<string, unknown>>
}
