/** One request as a handler sees it: routed, authorized, validated, parameters already of their types; and what it answers. */
import type { Operations } from '../generated/types.ts'
import type { Answer } from './answer.ts'
import type { OperationId, ReplyOf, Sent } from './kinds.ts'
import type { AccountContext } from './account-context.ts'
import type { Request, UntypedCall, Reply } from './request.ts'

/** A request for one operation, with the types that the specification gives it. */
export interface Call<Id extends OperationId> extends Request {
  readonly path: Operations[Id]['path']
  readonly query: Operations[Id]['query']
  readonly body: Operations[Id]['body']
}

/** Answers one operation with the value that its reply holds, undefined for none. Changes happen in a transaction that a `Failure` undoes. */
export type Handler<Id extends OperationId> = (call: Call<Id>, ctx: AccountContext) => Result<ReplyOf<Id>>

/** The same of whatever operation. */
export type AnyHandler = (call: UntypedCall, ctx: AccountContext) => Reply

/** Nothing is returned where the reply holds nothing. */
type Result<Body> = (Body extends undefined ? void : Sent<Body>) | Answer<Sent<Body>>
