/** Back to an earlier deployment without building anything. The app is pinned to it until the rollback is committed or reverted. */
import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import { type AppKey, type Deployment, deploymentKey, openApp, refreshApp, stateOf } from './app-state.ts'
import { type AppSpec, builtKinds, listComponents } from './components.ts'
import { deploy } from './deployments.ts'
import { storeSpec } from './plan-app.ts'
import type { FamilyBehavior } from '../family.ts'

const validate: Behavior<'apps_rollbacks_validate'> = ({ path, body }, world) => {
  const app = openApp(path.app_id, world)
  return judgeRollback(world, app, world.engine.get('AppDeployment', deploymentKey(app, body.deployment_id)))
}

const create: Behavior<'apps_rollbacks_create'> = ({ path, body }, world) => {
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

const commit: Behavior<'apps_rollbacks_commit'> = ({ path }, world) => {
  const app = openApp(path.app_id, world)
  const { pinned } = unpin(world, app)
  storeSpec(world, app, world.engine.get('AppDeployment', deploymentKey(app, pinned)).spec)
  refreshApp(world, app)
}

const revert: Behavior<'apps_rollbacks_revert'> = ({ path }, world) => {
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

type Verdict = ReplyOf<'apps_rollbacks_validate'>
type Condition = Verdict['warnings'][number]

/** The builds of so many deployments that were live are kept. */
const mostKept = 10

/** What stands in the way of it, and what is only to be known. */
function judgeRollback(world: World, app: AppKey, target: Deployment): Verdict {
  const error = findObstacle(world, app, target)
  const warnings = listWarnings(target.spec)
  return error ? { valid: false, error, warnings } : { valid: true, warnings }
}

function findObstacle(world: World, app: AppKey, target: Deployment): Condition | undefined {
  const { engine } = world
  const whole = (code: Condition['code'], message: string) => ({ code, message, components: [] })
  if (stateOf(world, app).pinned !== undefined)
    return whole('app_pinned', 'The app is already pinned to a rollback. Commit or revert it first.')
  const wasLive = (id: string) => engine.hidden('AppDeployment', deploymentKey(app, id)).marks.ACTIVE !== undefined
  const { id: targetId, phase, spec: then } = target
  if (!wasLive(targetId))
    return ['ERROR', 'CANCELED', 'SUPERSEDED'].includes(phase)
      ? whole('incompatible_result', `The deployment was never live: it is ${phase}. Choose one that was.`)
      : whole('incompatible_phase', `The deployment is still ${phase}. Only one that was live can be gone back to.`)
  const live = engine.all('AppDeployment', { parent: under(app), order: 'newest' }).filter(({ id }) => wasLive(id))
  if (live.findIndex(({ id }) => id === targetId) >= mostKept)
    return whole('exceeded_revision_limit', `Only the last ${mostKept} deployments that were live can be gone back to.`)
  const { spec: present } = engine.get('App', app)
  if (present.region !== then.region) return whole('region_conflict', 'The deployment was in another region.')
  const fields = ['engine', 'production', 'cluster_name'] as const
  const changed = (then.databases ?? []).filter((database) => {
    const now = present.databases?.find(({ name }) => name === database.name)
    return !now || fields.some((field) => now[field] !== database[field])
  })
  if (changed.length === 0) return undefined
  return {
    code: 'database_config_conflict',
    message: 'These databases are others now, or not there any more. Put them back into the specification first.',
    components: changed.map(({ name }) => name),
  }
}

function listWarnings(spec: AppSpec): Condition[] {
  const sites = (spec.static_sites ?? []).map(({ name }) => name)
  const byTag = listComponents(spec, builtKinds).filter(({ value: { image } }) => image !== undefined && image.digest === undefined)
  const warnings: Condition[] = [
    {
      code: 'static_site_requires_rebuild',
      message: 'Static sites are not kept. They are built again from the old commit.',
      components: sites,
    },
    {
      code: 'image_source_missing_digest',
      message: 'These images were named by a tag, which can mean another image now.',
      components: byTag.map(({ name }) => name),
    },
  ]
  return warnings.filter(({ components }) => components.length > 0)
}

export const appRollbacks: FamilyBehavior = {
  behaviors: {
    apps_rollbacks_validate: validate,
    apps_rollbacks_create: create,
    apps_rollbacks_commit: commit,
    apps_rollbacks_revert: revert,
  },
}
