/** Asynchronous invocations. The output is computed from the stored request when it is read. */
import { answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { checkInput, type InvocationRequest } from '../../inference/invoke.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import type { Handlers } from '../family.ts'
import { describeInvocation, requireModel } from './invocations.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AsyncInvocation: { request: InvocationRequest }
  }
}

const create: Handler<'asyncInvoke_create'> = ({ body: request }, ctx) => {
  const { engine, settings } = ctx
  const model = requireModel(request.model_id)
  checkInput(request, model)
  const emptyFields = { started_at: null, completed_at: null, output: null, error: null }
  const run = engine.create('AsyncInvocation', { model_id: model.id, ...emptyFields }, { hidden: { request } })
  // Completes at once when actions take no time.
  if (settings.actionSeconds === 0) return describeInvocation(ctx, engine.applyTrigger('AsyncInvocation', run.request_id, 'create'))
  return answer(run, { status: 202 })
}

export const handlers = { asyncInvoke_create: withModelAccess(create) } satisfies Handlers
