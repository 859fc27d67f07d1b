import { findModelById, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createOutput } from '../../inference/invoke.ts'

/** @throws Failure 404 */
export function requireModel(id: string): GenaiModelEntry {
  const model = findModelById(id)
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `model_id: model "${id}" not found. GET /v1/models lists them.`)
  return model
}

export function describeInvocation({ engine }: AccountContext, run: Kinds['AsyncInvocation']): Kinds['AsyncInvocation'] {
  if (run.status !== 'COMPLETED') return run
  const { request } = engine.getHidden('AsyncInvocation', run.request_id)
  return { ...run, output: createOutput(request, requireModel(request.model_id)) }
}
