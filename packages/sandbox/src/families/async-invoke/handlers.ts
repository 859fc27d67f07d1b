/** Asynchronous invocations. The output is computed from the stored request when it is read. */
import type { JobHandler } from '../../clock/run-pending-jobs.ts'
import { answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { checkInput, type InvocationRequest } from '../../inference/invoke.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'
import { describeInvocation, requireModel } from './invocations.ts'

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

const startInvocation: JobHandler = ({ id }: JobPayload, ctx) => {
  ctx.engine.setFields('AsyncInvocation', id, { status: 'IN_PROGRESS', started_at: ctx.clock.timestamp() })
  scheduleIn(ctx, secondsToRun, 'asyncInvoke.finish', { id } satisfies JobPayload)
}

const finishInvocation: JobHandler = ({ id }: JobPayload, { engine, clock }) => {
  engine.setFields('AsyncInvocation', id, { status: 'COMPLETED', completed_at: clock.timestamp() })
}

export const handlers = { asyncInvoke_create: withModelAccess(create) } satisfies Handlers

export const jobs: Jobs = { 'asyncInvoke.begin': startInvocation, 'asyncInvoke.finish': finishInvocation }
