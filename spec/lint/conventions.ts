/** The table in `conventions.yaml`: properties that all operations of an API share. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import type { Ref } from './openapi.ts'
import type { Folder } from './specification-types.ts'

type Refs = Readonly<Record<string, Ref>>

/** Alternatives; each lists the schemes that are required together, with their scopes. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[]

export interface ErrorConventions {
  readonly always?: Refs
  /** Errors of every operation with a body. */
  readonly body?: Refs
  /** Errors of every operation with a path parameter. */
  readonly pathParameter?: Refs
  /** Errors of every operation with a parameter or a body. */
  readonly input?: Refs
}

export interface ApiConventions {
  /** Properties of every operation that only reads, if its scopes are known. */
  readonly read?: { readonly security: Security }
  /** Properties of every operation that changes data. */
  readonly change?: { readonly security: Security }
  /** Fine-grained scopes of an operation without `security`: the first part by family, the last part by method or effect. */
  readonly scopes?: { readonly families: Readonly<Record<string, string>>; readonly does: Readonly<Record<string, string>> }
  /** Properties of every operation that lists stored objects. */
  readonly list?: {
    readonly parameters: readonly Ref[]
    /** Properties of the reply schema, in addition to those in the document. */
    readonly properties: Refs
    readonly required: readonly string[]
  }
  /** Properties of a successful reply with a body. */
  readonly success?: { readonly schema: Ref }
  readonly errors?: ErrorConventions
}

interface Everywhere {
  /** Media type of the replies that the conventions add. */
  readonly mediaType: string
  readonly requestBody: { readonly required: boolean }
  readonly response: { readonly headers: Refs }
}

type Table = { readonly everywhere: Everywhere; readonly verbs: string } & Readonly<Partial<Record<Folder, ApiConventions>>>

export const conventionsText = readFileSync(new URL('../conventions.yaml', import.meta.url), 'utf8')

const table = load(conventionsText) as Table

export const { everywhere } = table

export const verbs: readonly string[] = table.verbs.split(' ')

export function conventionsOf(api: Folder): ApiConventions {
  return table[api] ?? {}
}
