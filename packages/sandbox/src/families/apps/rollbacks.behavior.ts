/** Back to an earlier deployment without building anything. The app is pinned to it until the rollback is committed or reverted. */
import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type AppKey, deploymentKey, openApp, refreshApp, stateOf } from './app-state.ts'
import { deploy } from './deployments.ts'
import { storeSpec } from './plan-app.ts'
import { judgeRollback } from './rollback-conditions.ts'
import type { FamilyBehavior } from '../family.ts'

const validate: Behavior<'apps_validate_rollback'> = ({ path, body }, world) => {
  const app = openApp(path.app_id, world)
  return judgeRollback(world, app, world.engine.get('AppDeployment', deploymentKey(app, body.deployment_id)))
}

const create: Behavior<'apps_create_rollback'> = ({ path, body }, world) => {
  const { engine } = world
  const app = openApp(path.app_id, world)
  const { deployment_id: id, skip_pin: skipsPin } = body
  const source = engine.get('AppDeployment', deploymentKey(app, id))
  const { error } = judgeRollback(world, app, source)
  if (error) throw preconditionFailed(`${error.code}: ${error.message}`)
  const { spec } = source
  if (skipsPin) storeSpec(world, app, spec)
  else engine.hide('App', app, { pinned: id, before: stateOf(world, app).active })
  return { deployment: deploy(world, app, { cause: `rollback to ${id}`, type: 'MANUAL_ROLLBACK', spec, source }) }
}

const commit: Behavior<'apps_commit_rollback'> = ({ path }, world) => {
  const app = openApp(path.app_id, world)
  const { pinned } = unpin(world, app)
  storeSpec(world, app, world.engine.get('AppDeployment', deploymentKey(app, pinned)).spec)
  refreshApp(world, app)
}

const revert: Behavior<'apps_revert_rollback'> = ({ path }, world) => {
  const app = openApp(path.app_id, world)
  const { pinned, before } = unpin(world, app)
  const source = world.engine.get('AppDeployment', deploymentKey(app, before ?? pinned))
  const cause = `revert of the rollback to ${pinned}`
  return { deployment: deploy(world, app, { cause, type: 'MANUAL', spec: source.spec, source }) }
}

/** What it was pinned to, and what was live before. @throws Failure 412 */
function unpin(world: World, app: AppKey): { readonly pinned: string; readonly before: string | undefined } {
  const { pinned, before } = stateOf(world, app)
  if (pinned === undefined) throw preconditionFailed('The app is not pinned to a rollback.')
  world.engine.hide('App', app, { pinned: undefined, before: undefined })
  return { pinned, before }
}

export const appRollbacks: FamilyBehavior = {
  behaviors: {
    apps_validate_rollback: validate,
    apps_create_rollback: create,
    apps_commit_rollback: commit,
    apps_revert_rollback: revert,
  },
}
