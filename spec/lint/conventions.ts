/** The table in `conventions.yaml`: what the operations of an API say alike. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import type { Ref } from './openapi.ts'
import type { Folder } from './specification-types.ts'

type Refs = Readonly<Record<string, Ref>>

export interface ErrorConventions {
  readonly always?: Refs
  /** Of an operation with a body. */
  readonly body?: Refs
  /** Of an operation whose path has a parameter. */
  readonly pathParameter?: Refs
  /** Of an operation with any parameter or a body. */
  readonly input?: Refs
}

export interface ApiConventions {
  /** Of an operation that may change something. */
  readonly change?: { readonly security: unknown }
  /** Of an operation that writes none: what its family's begin with, and how they end for a method or an effect. */
  readonly scopes?: { readonly families: Readonly<Record<string, string>>; readonly does: Readonly<Record<string, string>> }
  /** Of an operation that lists stored objects. */
  readonly list?: {
    readonly parameters: readonly Ref[]
    /** Of the schema of its reply, beside those it writes. */
    readonly properties: Refs
    readonly required: readonly string[]
  }
  /** Of a reply that succeeds and has a body. */
  readonly success?: { readonly schema: Ref }
  readonly errors?: ErrorConventions
}

interface Everywhere {
  /** Of a body that has a schema of its own and no `content`. */
  readonly mediaType: string
  readonly requestBody: { readonly required: boolean }
  readonly response: { readonly headers: Refs }
}

type Table = { readonly everywhere: Everywhere } & Readonly<Partial<Record<Folder, ApiConventions>>>

export const conventionsText = readFileSync(new URL('../conventions.yaml', import.meta.url), 'utf8')

const table = load(conventionsText) as Table

export const { everywhere } = table

export function conventionsOf(api: Folder): ApiConventions {
  return table[api] ?? {}
}
