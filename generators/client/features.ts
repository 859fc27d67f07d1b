/** Features of an operation in the client, beyond sending one request. */
import type { NamedSchema, Parameter } from '../model/api-model.ts'

export type SchemaIndex = ReadonlyMap<string, NamedSchema>

export interface Features {
  /** For the operation's row, as `OperationFacts` of the client has them. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Of a list: the schema of an item, or where in the body's type it is. */
  readonly item?: { readonly schema: string } | { readonly at: readonly string[] }
  /** Of a resource that has a lifecycle: the states that can be waited for. */
  readonly states?: readonly string[]
  /** It starts actions that can be waited for. */
  readonly starts: boolean
  /** It gets one of this family's own actions: their schema. */
  readonly waitsFor?: string
  /** How it can be called without the parts of its request. */
  readonly args?: Arguments
}

export interface Arguments {
  /** In the order of the path. */
  readonly ids: readonly Parameter[]
  /** The part of the request that the fields are. */
  readonly takes: 'body' | 'query' | ''
  readonly isRequired: boolean
}
