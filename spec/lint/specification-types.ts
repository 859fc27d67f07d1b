/** Types of the documents of the specification and of the index of their operations and schemas. */
import type { Operation, Parameter, PathItem, Schema } from './openapi.ts'

export const folders = ['control', 'oauth', 'inference', 'tools', 'shared'] as const

export type Folder = (typeof folders)[number]

export interface SpecDocument {
  readonly path: string
  readonly folder: Folder
  readonly file: string
  readonly body: string
  /** Content with the conventions filled in. Empty if the text cannot be parsed; Redocly reports that itself. */
  readonly content: DocumentContent
  /** Locations where the text repeats the conventions. */
  readonly repeats: readonly (readonly (string | number)[])[]
}

export interface DocumentContent {
  readonly tags?: readonly { readonly name?: string; readonly description?: string }[]
  readonly paths?: Readonly<Record<string, PathItem>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [key: string]: unknown
}

export interface IndexedOperation {
  readonly document: SpecDocument
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

export interface Specification {
  readonly documents: readonly SpecDocument[]
  readonly schemas: ReadonlyMap<string, readonly { readonly document: SpecDocument; readonly schema: Schema }[]>
  readonly operations: ReadonlyMap<string, IndexedOperation>
}
