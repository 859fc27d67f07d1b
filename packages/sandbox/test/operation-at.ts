/** Types of the operation at a method and path, for typed requests in tests. */
import type { paths as PlatformPaths } from '@spindrift/types/paths'
import type { ControlError, Controls } from '../src/generated/controls.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Optional query. */
export type Query = '' | `?${string}`

/** Body that violates the types on purpose. */
export const forbidden = (body: unknown): never => body as never

/** Body of the operation at a path. */
export type BodyAt<M extends Method, Path extends string> = BodySent<OperationAt<M, Path>>

/** Part of the body of a POST to this path: the fields that a test adds to those of its helper. */
export type Fields<Path extends string> = Partial<BodyAt<'post', Path>>

/** Form of a POST to this path: the names are those of the specification, the values are strings. */
export type FormAt<Path extends string> = { readonly [Name in Keys<BodyAt<'post', Path>>]?: string }

/** Reply of the operation at a path. */
export type ReplyAt<M extends Method, Path extends string> = BodyRead<OperationAt<M, Path>>

/** Path that has an operation of this method and accepts the parameters of its query. */
export type Known<M extends Method, Path extends string> = [OperationAt<M, Path>] extends [never]
  ? never
  : Path extends `${string}?${infer Text}`
    ? NamesIn<Text> extends QueryNames<OperationAt<M, Path>>
      ? Path
      : never
    : Path

/** Names in a literal query; never for a computed one. */
type NamesIn<Text extends string> = Text extends `${infer Pair}&${infer Rest}` ? NamesIn<Pair> | NamesIn<Rest> : NameOf<Text>

type NameOf<Pair extends string> = Pair extends `${infer Name}=${string}` ? (string extends Name ? never : Name) : never

type QueryNames<Operation> = Operation extends { parameters: { query?: infer Taken } } ? Keys<NonNullable<Taken>> : never

type paths = PlatformPaths & ControlPaths

/** Operations of the control API, like those of the platform in `@spindrift/types`. */
type ControlPaths = {
  [Key in keyof Controls as Key extends `${string} ${infer Path}` ? Path : never]: {
    [Named in Key as Named extends `${infer Verb} ${string}` ? Lowercase<Verb> : never]: {
      parameters: { query: Controls[Named]['query'] }
      requestBody: { content: { 'application/json': Controls[Named]['body'] } }
      responses: { default: { content: { 'application/json': Controls[Named]['reply'] | ControlError } } }
    }
  }
}

/** Operation of this method at a literal path, with or without a query; never if there is none. */
export type OperationAt<M extends Method, Path extends string> =
  Bare<Path> extends `/${infer Rest}` ? Value<paths[Walk<Rest> & keyof paths], M> : never

type Bare<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path

/** Path template that these segments match. */
type Walk<Rest extends string, Here extends string = ''> = Rest extends `${infer Head}/${infer Tail}`
  ? Walk<Tail, Next<Here, Head>>
  : Next<Here, Rest>

type Next<Here extends string, Segment extends string> = Here extends unknown
  ? `${Here}/${Segment}` extends Step[1]
    ? `${Here}/${Segment}`
    : Here extends keyof Parameters
      ? Parameters[Here]
      : never
  : never

/** Paths with any string as a parameter. */
type Parameters = { [Each in Step as Each[1] extends `${Each[0]}/{${string}` ? Each[0] : never]: Each[1] }

/** Tree of path segments. */
type Step = keyof paths extends infer Path ? (Path extends `/${infer Rest}` ? Steps<Rest> : never) : never

type Steps<Rest extends string, Here extends string = ''> = Rest extends `${infer Head}/${infer Tail}`
  ? [Here, `${Here}/${Head}`] | Steps<Tail, `${Here}/${Head}`>
  : [Here, `${Here}/${Rest}`]

export type BodySent<Operation> = Operation extends { requestBody?: { content: infer Bodies } } ? Sent<Bodies[keyof Bodies]> : undefined

/** Body as tests may write it: read-only, with undefined fields omitted. */
type Sent<Type> = Type extends string | number | boolean
  ? Type
  : Type extends readonly (infer Row)[]
    ? readonly Sent<Row>[]
    : Type extends object
      ? { readonly [Name in keyof Type]: Sent<Type[Name]> | (object extends Pick<Type, Name> ? undefined : never) }
      : Type

/** Bodies of success and error replies. */
export type BodyRead<Operation> = Operation extends { responses: infer Replies } ? Shown<BodyOf<Held<Replies[keyof Replies]>>> : never

type Held<Reply> = Reply extends { content: infer Bodies } ? Bodies[keyof Bodies] : undefined

/** Selects the object of an object or a text stream, and the specific one of an open and a specific object. */
type BodyOf<Body> = [Extract<Body, object>] extends [never]
  ? Body
  : [Closed<Extract<Body, object>>] extends [never]
    ? Body
    : Closed<Extract<Body, object>>

type Closed<Body> = Body extends unknown ? (string extends keyof Body ? never : Body) : never

/**
 * Response for tests: every property of every variant exists, because a test that reads a missing property fails anyway.
 * A property that the specification does not have fails to compile.
 */
type Shown<Type> = [Exclude<Type, null | undefined>] extends [infer There]
  ? [There] extends [string | number | boolean]
    ? There
    : [There] extends [readonly (infer Row)[]]
      ? Rows<Shown<Row>>
      : [There] extends [object]
        ? { readonly [Name in Keys<There>]: Shown<Value<There, Name>> }
        : There
  : never

/** Array whose items exist for tests. */
export type Rows<Row> = {
  readonly 0: Row
  readonly 1: Row
  readonly 2: Row
  readonly 3: Row
  at(place: number): Row
  find(holds: (row: Row, place: number) => unknown): Row
} & readonly Row[]

type Keys<Type> = Type extends unknown ? keyof Type : never

/** Property of this name in the variants that have it. */
type Value<Type, Name extends PropertyKey> = Type extends unknown ? (Name extends keyof Type ? Type[Name] : never) : never
