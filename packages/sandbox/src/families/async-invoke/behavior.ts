/** Runs in the background. What a run made follows from its request, so only the request is kept; a run is answered without a root key. */
import { findModelById, type GenaiModelEntry } from '../../catalogue/genai-models.ts'
import type { DueHandler } from '../../clock/run-due.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { checkInput, type InvocationRequest, makeOutput } from '../../inference/invoke.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { later } from '../../shared/later.ts'

const secondsToBegin = 2
const secondsToRun = 8

const keyOf = (id: unknown): Key => ({ kind: 'AsyncInvocation', id: String(id) })

const create: Behavior = ({ body }, world) => {
  const { engine, clock, settings } = world
  // Valid against the operation's schema by now.
  const request = body as InvocationRequest
  const model = findModel(request)
  checkInput(request, model)
  const nothing = { started_at: null, completed_at: null, output: null, error: null }
  const run = engine.create('AsyncInvocation', { model_id: model.id, ...nothing }, { lifecycle: false, hidden: { request } })
  const key = keyOf(run['request_id'])
  // Where nothing takes time, neither does this.
  if (settings.actionSeconds === 0) {
    const stamp = clock.stamp()
    engine.change(key, { status: 'COMPLETED', started_at: stamp, completed_at: stamp })
    return { status: 200, body: describe(world, key) }
  }
  later(world, secondsToBegin, 'asyncInvoke.begin', { id: key.id })
  return { status: 202, body: describe(world, key) }
}

function findModel({ model_id: id }: InvocationRequest): GenaiModelEntry {
  const model = findModelById(id)
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `model_id: there is no model "${id}". GET /v1/models lists them.`)
  return model
}

/** @throws Failure 404 */
function describe({ engine }: World, key: Key): string {
  const run = engine.get(key)
  if (run['status'] !== 'COMPLETED') return JSON.stringify(run)
  const request = engine.hidden(key)['request'] as InvocationRequest // only `create` writes it
  return JSON.stringify({ ...run, output: makeOutput(request, findModel(request)) })
}

interface Payload {
  readonly id: string
}

const begin: DueHandler = ({ id }: Payload, world) => {
  world.engine.change(keyOf(id), { status: 'IN_PROGRESS', started_at: world.clock.stamp() })
  later(world, secondsToRun, 'asyncInvoke.finish', { id })
}

const finish: DueHandler = ({ id }: Payload, { engine, clock }) => {
  engine.change(keyOf(id), { status: 'COMPLETED', completed_at: clock.stamp() })
}

export const asyncInvoke: FamilyBehavior = {
  operations: {
    asyncInvoke_create: forModels(create),
    asyncInvoke_get: forModels(({ path }, world) => ({ body: describe(world, keyOf(path['request_id'])) })),
  },
  due: { 'asyncInvoke.begin': begin, 'asyncInvoke.finish': finish },
}
