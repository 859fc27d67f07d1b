/** A request as the handler of its operation gets it: routed, authorized and validated, with parsed parameters. */
import type { Operations } from '../generated/types.ts'
import { type Answer, formatAnswer } from './answer.ts'
import type { OperationId, ReplyOf, DeepReadonly } from './kinds.ts'
import type { AccountContext } from './account-context.ts'
import type { Request, UntypedCall, Reply } from './request.ts'

/** A request for one operation, with the types of the specification. */
export interface Call<Id extends OperationId> extends Request {
  readonly path: Operations[Id]['path']
  readonly query: Operations[Id]['query']
  readonly body: Operations[Id]['body']
}

/** Handles one operation and returns the response body, or nothing. It runs in a transaction, which a `Failure` rolls back. */
export type Handler<Id extends OperationId> = (call: Call<Id>, ctx: AccountContext) => Result<ReplyOf<Id>>

/** Handles any operation. */
export type AnyHandler = (call: UntypedCall, ctx: AccountContext) => Reply

/** Undefined when the response has no body. */
type Result<Body> = (Body extends undefined ? void : DeepReadonly<Body>) | Answer<DeepReadonly<Body>>

/** Handlers by operationId. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> }

/** Takes the handler of an operation out of a table, to be called with a request whose type is known only at run time. */
export function bindHandler<Id extends OperationId>(handlers: Handlers, id: Id): AnyHandler | undefined {
  const handler: Handler<Id> | undefined = handlers[id]
  if (!handler) return undefined
  return (call, ctx) => {
    if (!isCallOf(call, id)) throw new Error(`The handler of ${id} got a request for ${call.operation.id}.`)
    return formatAnswer(handler(call, ctx))
  }
}

/** Narrows a request to its operation: validation has checked it against the operation's types. */
function isCallOf<Id extends OperationId>(call: UntypedCall, id: Id): call is UntypedCall & Call<Id> {
  return call.operation.id === id
}
