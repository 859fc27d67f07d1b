/** Rejects agent API keys, which give access to one agent only, in the operations of models. */
import type { UntypedCall } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import { findSecretOwner } from './inference-secrets.ts'
import { parseInferenceToken } from '../auth/parse-token.ts'

/** Wraps a handler so that it rejects agent API keys. @throws Failure 403 */
export function withModelAccess<Call extends Pick<UntypedCall, 'headers'>, Result>(handler: (call: Call, ctx: AccountContext) => Result) {
  return (call: Call, ctx: AccountContext): Result => {
    checkModelAccess(call, ctx)
    return handler(call, ctx)
  }
}

/** @throws Failure 403 for an agent API key */
export function checkModelAccess(call: Pick<UntypedCall, 'headers'>, ctx: AccountContext): void {
  if (findSecretOwner(ctx, parseInferenceToken(call))?.agent !== undefined)
    throw new Failure(403, 'This key opens one agent. Use a model access key here.')
}
