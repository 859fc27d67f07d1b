/** Types of the operation at a method and path, for typed requests in tests. */
import type { paths as PlatformPaths } from '@spindrift/types/paths'
import type { ControlError, Controls } from '../src/generated/controls.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A query, or none. */
export type Query = '' | `?${string}`

/** Body that violates the types on purpose. */
export const forbidden = (body: unknown): never => body as never

/** Body of the operation at a path. */
export type BodyAt<M extends Method, Path extends string> = BodySent<OperationAt<M, Path>>

/** Some of what a POST to this path takes: what a test says beside what its helper fills in. */
export type Fields<Path extends string> = Partial<BodyAt<'post', Path>>

/** The form that a POST to this path takes: the names are the specification's, the values are text. */
export type FormAt<Path extends string> = { readonly [Name in Keys<BodyAt<'post', Path>>]?: string }

/** Reply of the operation at a path. */
export type ReplyAt<M extends Method, Path extends string> = BodyRead<OperationAt<M, Path>>

/** A path that has an operation of this method, which takes the parameters of its query. */
export type Known<M extends Method, Path extends string> = [OperationAt<M, Path>] extends [never]
  ? never
  : Path extends `${string}?${infer Text}`
    ? NamesIn<Text> extends QueryNames<OperationAt<M, Path>>
      ? Path
      : never
    : Path

/** The names in a query, as far as they are written where it is; none of one that is computed. */
type NamesIn<Text extends string> = Text extends `${infer Pair}&${infer Rest}` ? NamesIn<Pair> | NamesIn<Rest> : NameOf<Text>

type NameOf<Pair extends string> = Pair extends `${infer Name}=${string}` ? (string extends Name ? never : Name) : never

type QueryNames<Operation> = Operation extends { parameters: { query?: infer Taken } } ? Keys<NonNullable<Taken>> : never

type paths = PlatformPaths & ControlPaths

/** The sandbox's own controls, as `@spindrift/types` has the operations of the platform. */
type ControlPaths = {
  [Key in keyof Controls as Key extends `${string} ${infer Path}` ? Path : never]: {
    [Named in Key as Named extends `${infer Verb} ${string}` ? Lowercase<Verb> : never]: {
      parameters: { query: Controls[Named]['query'] }
      requestBody: { content: { 'application/json': Controls[Named]['body'] } }
      responses: { default: { content: { 'application/json': Controls[Named]['reply'] | ControlError } } }
    }
  }
}

/** The operation of this method at a path as it is written, with or without a query; never where there is none. */
export type OperationAt<M extends Method, Path extends string> =
  Bare<Path> extends `/${infer Rest}` ? Value<paths[Walk<Rest> & keyof paths], M> : never

type Bare<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path

/** The path of the specification that these segments are of. */
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

/** Every way one segment further into a path: from where, and to where. */
type Step = keyof paths extends infer Path ? (Path extends `/${infer Rest}` ? Steps<Rest> : never) : never

type Steps<Rest extends string, Here extends string = ''> = Rest extends `${infer Head}/${infer Tail}`
  ? [Here, `${Here}/${Head}`] | Steps<Tail, `${Here}/${Head}`>
  : [Here, `${Here}/${Rest}`]

export type BodySent<Operation> = Operation extends { requestBody?: { content: infer Bodies } } ? Sent<Bodies[keyof Bodies]> : undefined

/** Body as tests may write it: read-only, and with undefined fields left out. */
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
 * Response as a test reads it: whatever the specification allows to be there is there, of any of its variants, because a test that reads
 * what is not there fails by itself. A property that the specification does not have stops the compile.
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

/** Rows of which those are there that a test reads. */
export type Rows<Row> = {
  readonly 0: Row
  readonly 1: Row
  readonly 2: Row
  readonly 3: Row
  at(place: number): Row
  find(holds: (row: Row, place: number) => unknown): Row
} & readonly Row[]

type Keys<Type> = Type extends unknown ? keyof Type : never

/** The property of this name of whichever variants have it. */
type Value<Type, Name extends PropertyKey> = Type extends unknown ? (Name extends keyof Type ? Type[Name] : never) : never
