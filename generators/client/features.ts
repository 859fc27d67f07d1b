/** Features of an operation in the client, beyond sending one request. */
import type { NamedSchema, Parameter } from '../model/api-model.ts'

export type SchemaIndex = ReadonlyMap<string, NamedSchema>

export type Lifecycle = Readonly<Record<string, readonly string[]>>

export interface Features {
  /** Facts of the operation's row, as in `OperationFacts` of the client. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Schema of a list item, or its path in the type of the body. */
  readonly item?: { readonly schema: string } | { readonly at: readonly string[] }
  /** States that a caller can wait for. */
  readonly states?: readonly string[]
  /** States of the resource that a wait polls, each with the states that can follow it. */
  readonly lifecycle?: Lifecycle
  /** True if the operation starts actions that a caller can wait for. */
  readonly startsActions: boolean
  /** Schema of the action that the operation reads, if the family has its own actions. */
  readonly actionSchema?: string
  /** Positional arguments, if the operation supports them. */
  readonly args?: Arguments
}

export interface Arguments {
  /** Path parameters, in path order. */
  readonly ids: readonly Parameter[]
  /** Part of the request that the fields belong to. */
  readonly part: 'body' | 'query' | ''
  readonly isRequired: boolean
}
