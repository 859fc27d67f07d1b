/** Keys of one agent open that agent and nothing else: whatever else inference can do refuses them. */
import type { Behavior } from '../engine/call.ts'
import { Failure } from '../engine/failure.ts'
import { findSecretOwner } from './inference-secrets.ts'
import { readBearer } from './read-bearer.ts'

/** @throws Failure 403 for the key of an agent */
export function forModels(behavior: Behavior): Behavior {
  return (call, world) => {
    if (findSecretOwner(world, readBearer(call))?.agent !== undefined)
      throw new Failure(403, 'This key opens one agent. Use a model access key here.')
    return behavior(call, world)
  }
}
