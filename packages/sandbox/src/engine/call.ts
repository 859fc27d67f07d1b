/** One request as a behavior sees it: routed, authorized, validated, parameters already of their types; and what it answers. */
import type { Caller } from '../auth/tokens.ts'
import type { Operations } from '../generated/types.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { Answer } from './answer.ts'
import type { OperationId, ReplyOf, Sent } from './kinds.ts'
import type { World } from './world.ts'

interface Request {
  readonly operation: OperationRow
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port the client used, for links that lead back here. */
  readonly origin: string
  /** Path and query as they were sent. */
  readonly url: string
  /** Undefined where anybody may ask. */
  readonly caller?: Caller | undefined
  /** The body as it was sent, for operations that read it themselves. */
  readonly rawBody?: Uint8Array | undefined
  /** Filter → what else it was given for, beside its value in the query. */
  readonly alternatives?: Readonly<Record<string, readonly Filter[]>> | undefined
}

export type Filter = string | number | boolean

/** A request for no operation in particular. */
export interface AnyCall extends Request {
  readonly path: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  /** What JSON or a form gave; undefined without a body. */
  readonly body: unknown
}

/** A request for one operation, with the types that the specification gives it. */
export interface Call<Id extends OperationId> extends Request {
  readonly path: Operations[Id]['path']
  readonly query: Operations[Id]['query']
  readonly body: Operations[Id]['body']
}

export interface Reply {
  /** The operation's own when left out. */
  readonly status?: number
  /** JSON text, or what `type` says. */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** The media type when it is not JSON. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers one operation with the value that its reply holds, undefined for none. Changes happen in a transaction that a `Failure` undoes. */
export type Behavior<Id extends OperationId> = (call: Call<Id>, world: World) => Result<ReplyOf<Id>>

/** The same of whatever operation. */
export type AnyBehavior = (call: AnyCall, world: World) => Reply

/** Nothing is returned where the reply holds nothing. */
type Result<Body> = (Body extends undefined ? void : Sent<Body>) | Answer<Sent<Body>>
