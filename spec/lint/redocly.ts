/** The part of Redocly's plugin interface that our rules use. `@redocly/cli` is a bundle without types, so they are written here. */
import type { Operation, Parameter, PathItem, Ref, RequestBody, Response, Schema } from './openapi.ts'

export interface Source {
  readonly absoluteRef: string
  readonly body: string
}

export interface Location {
  readonly source: Source
  /** `#/paths/~1v2~1volumes/get` */
  readonly pointer: string
  child(keys: string | number | readonly (string | number)[]): Location
  /** The same place, but the key is what the finding points at. */
  key(): Location
}

/** What a finding needs of a location. */
export type Place = Pick<Location, 'source' | 'pointer'> & { readonly reportOnKey?: boolean }

export interface Resolved {
  readonly node: unknown
  /** Absent when the reference leads nowhere; Redocly reports that itself. */
  readonly location?: Location
}

export interface Context {
  report(problem: { readonly message: string; readonly location?: Place }): void
  /** Follows one reference. `from` is the file it is written in; the file being visited when left out. */
  resolve(node: unknown, from?: string): Resolved
  readonly location: Location
  readonly rawLocation: Location
  readonly rawNode: unknown
  readonly type: { readonly name: string; readonly extensionsPrefix?: string }
  readonly parent: unknown
  readonly key: string | number
}

type Visit<Node> = (node: Node, context: Context) => void
type Visits<Node> = Visit<Node> | { readonly enter?: Visit<Node>; readonly leave?: Visit<Node> }

export interface Visitor {
  readonly any?: Visits<unknown>
  readonly ref?: Visits<Ref>
  readonly Root?: Visits<Record<string, unknown>>
  readonly Tag?: Visits<{ readonly name?: string; readonly description?: string }>
  readonly Paths?: Visits<Record<string, PathItem | Ref>>
  readonly PathItem?: Visits<PathItem>
  readonly Operation?: Visits<Operation>
  readonly Parameter?: Visits<Parameter>
  readonly RequestBody?: Visits<RequestBody>
  readonly Response?: Visits<Response>
  readonly Example?: Visits<Record<string, unknown>>
  readonly Schema?: Visits<Schema>
}

/** A rule is made once for each lint, with its options from redocly.yaml. */
export type Rule<Options = object> = (options: Options) => Visitor
