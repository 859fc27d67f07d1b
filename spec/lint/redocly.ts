/** Types of Redocly's plugin interface, as far as our rules use it. `@redocly/cli` ships without types. */
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
  /** The same location, pointing at the key instead of the value. */
  key(): Location
}

/** Location of a finding. */
export type Place = Pick<Location, 'source' | 'pointer'> & { readonly reportOnKey?: boolean }

export interface Resolved {
  readonly node: unknown
  /** Absent if the reference cannot be resolved; Redocly reports that itself. */
  readonly location?: Location
}

export interface Context {
  report(problem: { readonly message: string; readonly location?: Place }): void
  /** Follows one reference. `from` is the file that contains it; defaults to the visited file. */
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

/** A rule is created once for each lint run, with its options from redocly.yaml. */
export type Rule<Options = object> = (options: Options) => Visitor
