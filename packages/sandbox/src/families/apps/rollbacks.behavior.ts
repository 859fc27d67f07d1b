/** Back to an earlier deployment without building anything. The app is pinned to it until the rollback is committed or reverted. */
import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import { deploymentKey, openApp, refreshApp, setState, stateOf } from './app-state.ts'
import { deploy } from './deployments.ts'
import { storeSpec } from './plan-app.ts'
import { judgeRollback } from './rollback-conditions.ts'
import type { FamilyBehavior } from '../family.ts'

const validate: Behavior = (call, world) => {
  const app = openApp(call, world)
  const target = world.engine.get(deploymentKey(app, readBody(call)['deployment_id']))
  return { body: JSON.stringify(judgeRollback(world, app, target)) }
}

const create: Behavior = (call, world) => {
  const app = openApp(call, world)
  const { deployment_id: id, skip_pin: skipsPin } = readBody(call)
  const target = world.engine.get(deploymentKey(app, id))
  const { error } = judgeRollback(world, app, target)
  if (error) throw preconditionFailed(`${error.code}: ${error.message}`)
  const spec = target['spec'] as Value
  if (skipsPin === true) storeSpec(world, app, spec)
  else setState(world, app, { pinned: String(id), before: stateOf(world, app).active })
  const deployment = deploy(world, app, { cause: `rollback to ${String(id)}`, type: 'MANUAL_ROLLBACK', spec, source: target })
  return { body: JSON.stringify({ deployment }) }
}

const commit: Behavior = (call, world) => {
  const app = openApp(call, world)
  const { pinned } = stateOf(world, app)
  if (pinned === undefined) throw notPinned()
  setState(world, app, { pinned: undefined, before: undefined })
  storeSpec(world, app, world.engine.get(deploymentKey(app, pinned))['spec'] as Value)
  refreshApp(world, app)
  return {}
}

const revert: Behavior = (call, world) => {
  const app = openApp(call, world)
  const { pinned, before } = stateOf(world, app)
  if (pinned === undefined) throw notPinned()
  setState(world, app, { pinned: undefined, before: undefined })
  const source = world.engine.get(deploymentKey(app, before ?? pinned))
  const cause = `revert of the rollback to ${pinned}`
  return { body: JSON.stringify({ deployment: deploy(world, app, { cause, type: 'MANUAL', spec: source['spec'] as Value, source }) }) }
}

const notPinned = () => preconditionFailed('The app is not pinned to a rollback.')

export const appRollbacks: FamilyBehavior = {
  operations: {
    apps_validate_rollback: validate,
    apps_create_rollback: create,
    apps_commit_rollback: commit,
    apps_revert_rollback: revert,
  },
}
