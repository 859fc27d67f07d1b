/** Keys of one agent open that agent and nothing else: whatever else inference can do refuses them. */
import type { UntypedCall } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import { findSecretOwner } from './inference-secrets.ts'
import { parseBearer } from './parse-bearer.ts'

/** @throws Failure 403 for the key of an agent */
export function withModelAccess<Call extends Pick<UntypedCall, 'headers'>, Result>(handler: (call: Call, ctx: AccountContext) => Result) {
  return (call: Call, ctx: AccountContext): Result => {
    checkModelAccess(call, ctx)
    return handler(call, ctx)
  }
}

/** @throws Failure 403 for the key of an agent */
export function checkModelAccess(call: Pick<UntypedCall, 'headers'>, ctx: AccountContext): void {
  if (findSecretOwner(ctx, parseBearer(call))?.agent !== undefined)
    throw new Failure(403, 'This key opens one agent. Use a model access key here.')
}
