/** Runs in the background. No operation reads a run later, so nothing is kept of it. */
import type { Behavior } from '../engine/call.ts'
import { Failure } from '../engine/failure.ts'
import { findModelById } from '../catalogue/genai-models.ts'
import { checkInput, type InvocationRequest, makeOutput } from '../inference/invoke.ts'
import type { FamilyBehavior } from './family.ts'
import { forModels } from './shared/for-models.ts'

const create: Behavior = ({ body }, { clock, ids, settings }) => {
  // Valid against the operation's schema by now.
  const request = body as InvocationRequest
  const model = findModelById(request.model_id)
  if (!model || model.lifecycle === 'retired')
    throw new Failure(404, `model_id: there is no model "${request.model_id}". GET /v1/models lists them.`)
  checkInput(request, model)
  const stamp = clock.stamp()
  // Where nothing takes time, neither does this.
  const isDone = settings.actionSeconds === 0
  const run = {
    request_id: ids.uuid(),
    status: isDone ? 'COMPLETED' : 'QUEUED',
    model_id: model.id,
    created_at: stamp,
    started_at: isDone ? stamp : null,
    completed_at: isDone ? stamp : null,
    output: isDone ? makeOutput(request, model) : null,
    error: null,
  }
  return { status: isDone ? 200 : 202, body: JSON.stringify(run) }
}

export const asyncInvoke: FamilyBehavior = { operations: { asyncInvoke_create: forModels(create) } }
