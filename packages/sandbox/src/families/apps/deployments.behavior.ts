import type { Behavior } from '../../engine/call.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import { under } from '../../store/store.ts'
import { assertNotPinned, deploymentKey, openApp, openDeployment } from './app-state.ts'
import { begin, built, cancel, deploy, factsOf, finish, rollOut } from './deployments.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = (call, world) => {
  const app = openApp(call, world)
  const types = [call.query['deployment_types'] ?? []].flat()
  const all = world.engine.all({ kind: 'AppDeployment', parent: under(app), order: 'newest' })
  const wanted = types.length === 0 ? all : all.filter(({ id }) => types.includes(factsOf(world, deploymentKey(app, id)).type))
  return replyValues(call, 'deployments', wanted)
}

/** Nobody pushes to repositories meanwhile, so that with and without what earlier builds kept the result is the same. */
const create: Behavior = (call, world) => {
  const app = openApp(call, world)
  assertNotPinned(world, app)
  const spec = world.engine.get(app)['spec'] as Value
  return { body: JSON.stringify({ deployment: deploy(world, app, { cause: 'manual', type: 'MANUAL', spec }) }) }
}

const stop: Behavior = (call, world) => {
  const { app, deployment } = openDeployment(call, world)
  return { body: JSON.stringify({ deployment: cancel(world, app, String(deployment['id'])) }) }
}

export const appDeployments: FamilyBehavior = {
  operations: { apps_list_deployments: list, apps_create_deployment: create, apps_cancel_deployment: stop },
  due: {
    'appDeployments.begin': begin,
    'appDeployments.built': built,
    'appDeployments.rollOut': rollOut,
    'appDeployments.finish': finish,
  },
}
