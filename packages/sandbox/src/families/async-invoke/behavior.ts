/** Runs in the background. What a run made follows from its request, so only the request is kept; a run is answered without a root key. */
import { findModelById, type GenaiModelEntry } from '../../catalogue/genai-models.ts'
import type { DueHandler } from '../../clock/run-due.ts'
import { answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { checkInput, type InvocationRequest, makeOutput } from '../../inference/invoke.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { later } from '../../shared/later.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AsyncInvocation: { request: InvocationRequest }
  }
}

const secondsToBegin = 2
const secondsToRun = 8

const create: Behavior<'asyncInvoke_create'> = ({ body: request }, world) => {
  const { engine, clock, settings } = world
  const model = findModel(request.model_id)
  checkInput(request, model)
  const nothing = { started_at: null, completed_at: null, output: null, error: null }
  const { request_id: id } = engine.add('AsyncInvocation', { model_id: model.id, ...nothing }, { lifecycle: false, hidden: { request } })
  // Where nothing takes time, neither does this.
  if (settings.actionSeconds === 0) {
    const stamp = clock.stamp()
    engine.change('AsyncInvocation', id, { status: 'COMPLETED', started_at: stamp, completed_at: stamp })
    return describe(world, id)
  }
  later(world, secondsToBegin, 'asyncInvoke.begin', { id } satisfies Payload)
  return answer(describe(world, id), { status: 202 })
}

/** @throws Failure 404 */
function findModel(id: string): GenaiModelEntry {
  const model = findModelById(id)
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `model_id: there is no model "${id}". GET /v1/models lists them.`)
  return model
}

/** @throws Failure 404 */
function describe({ engine }: World, id: string): Kinds['AsyncInvocation'] {
  const run = engine.get('AsyncInvocation', id)
  if (run.status !== 'COMPLETED') return run
  const { request } = engine.hidden('AsyncInvocation', id)
  return { ...run, output: makeOutput(request, findModel(request.model_id)) }
}

interface Payload {
  readonly id: string
}

const begin: DueHandler = ({ id }: Payload, world) => {
  world.engine.change('AsyncInvocation', id, { status: 'IN_PROGRESS', started_at: world.clock.stamp() })
  later(world, secondsToRun, 'asyncInvoke.finish', { id } satisfies Payload)
}

const finish: DueHandler = ({ id }: Payload, { engine, clock }) => {
  engine.change('AsyncInvocation', id, { status: 'COMPLETED', completed_at: clock.stamp() })
}

const get: Behavior<'asyncInvoke_get'> = ({ path }, world) => describe(world, path.request_id)

export const asyncInvoke: FamilyBehavior = {
  behaviors: { asyncInvoke_create: forModels(create), asyncInvoke_get: forModels(get) },
  due: { 'asyncInvoke.begin': begin, 'asyncInvoke.finish': finish },
}
