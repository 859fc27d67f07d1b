/** Asynchronous invocations. The output is computed from the stored request when it is read. */
import { findModelById, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import type { JobHandler } from '../../clock/run-pending-jobs.ts'
import { answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { checkInput, type InvocationRequest, createOutput } from '../../inference/invoke.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AsyncInvocation: { request: InvocationRequest }
  }
}

const secondsToStart = 2

const secondsToRun = 8

const create: Handler<'asyncInvoke_create'> = ({ body: request }, ctx) => {
  const { engine, clock, settings } = ctx
  const model = requireModel(request.model_id)
  checkInput(request, model)
  const emptyFields = { started_at: null, completed_at: null, output: null, error: null }
  const run = engine.create('AsyncInvocation', { model_id: model.id, ...emptyFields }, { lifecycle: false, hidden: { request } })
  const { request_id: id } = run
  // Completes at once when actions take no time.
  if (settings.actionSeconds === 0) {
    const stamp = clock.timestamp()
    return describeInvocation(ctx, engine.setFields('AsyncInvocation', id, { status: 'COMPLETED', started_at: stamp, completed_at: stamp }))
  }
  scheduleIn(ctx, secondsToStart, 'asyncInvoke.begin', { id } satisfies JobPayload)
  return answer(run, { status: 202 })
}

/** @throws Failure 404 */
function requireModel(id: string): GenaiModelEntry {
  const model = findModelById(id)
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `model_id: there is no model "${id}". GET /v1/models lists them.`)
  return model
}

export function describeInvocation({ engine }: AccountContext, run: Kinds['AsyncInvocation']): Kinds['AsyncInvocation'] {
  if (run.status !== 'COMPLETED') return run
  const { request } = engine.getHidden('AsyncInvocation', run.request_id)
  return { ...run, output: createOutput(request, requireModel(request.model_id)) }
}

const startInvocation: JobHandler = ({ id }: JobPayload, ctx) => {
  ctx.engine.setFields('AsyncInvocation', id, { status: 'IN_PROGRESS', started_at: ctx.clock.timestamp() })
  scheduleIn(ctx, secondsToRun, 'asyncInvoke.finish', { id } satisfies JobPayload)
}

const finishInvocation: JobHandler = ({ id }: JobPayload, { engine, clock }) => {
  engine.setFields('AsyncInvocation', id, { status: 'COMPLETED', completed_at: clock.timestamp() })
}

export const handlers = { asyncInvoke_create: withModelAccess(create) } satisfies Handlers

export const jobs: Jobs = { 'asyncInvoke.begin': startInvocation, 'asyncInvoke.finish': finishInvocation }
