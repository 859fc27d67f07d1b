/** Rollbacks to an earlier deployment without a build. The app is pinned until the rollback is committed or reverted. */
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { type AppKey, type Deployment, deploymentKey, requireApp, refreshApp, getAppState } from './app-state.ts'
import { type AppSpec, builtKinds, listComponents } from './components.ts'
import { createDeployment } from './deployments.ts'
import { storeSpec } from './app-spec.ts'
import type { Handlers } from '../family.ts'

const validate: Handler<'apps_rollbacks_validate'> = ({ path, body }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  return checkRollback(ctx, app, ctx.engine.get('AppDeployment', deploymentKey(app, body.deployment_id)))
}

const create: Handler<'apps_rollbacks_create'> = ({ path, body }, ctx) => {
  const { engine } = ctx
  const app = requireApp(path.app_id, ctx)
  const { deployment_id: id, skip_pin: skipsPin } = body
  const source = engine.get('AppDeployment', deploymentKey(app, id))
  const { error } = checkRollback(ctx, app, source)
  if (error) throw preconditionFailed(`${error.code}: ${error.message}`)
  const { spec } = source
  if (skipsPin) storeSpec(ctx, app, spec)
  else engine.setHidden('App', app, { pinned: id, before: getAppState(ctx, app).active })
  return { deployment: createDeployment(ctx, app, { cause: `rollback to ${id}`, type: 'MANUAL_ROLLBACK', spec, source }) }
}

const commit: Handler<'apps_rollbacks_commit'> = ({ path }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  const { pinned } = unpinApp(ctx, app)
  storeSpec(ctx, app, ctx.engine.get('AppDeployment', deploymentKey(app, pinned)).spec)
  refreshApp(ctx, app)
}

const revert: Handler<'apps_rollbacks_revert'> = ({ path }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  const { pinned, before } = unpinApp(ctx, app)
  const source = ctx.engine.get('AppDeployment', deploymentKey(app, before ?? pinned))
  const cause = `revert of the rollback to ${pinned}`
  return { deployment: createDeployment(ctx, app, { cause, type: 'MANUAL', spec: source.spec, source }) }
}

/** Returns the target of the rollback and the deployment before it. @throws Failure 412 */
function unpinApp(ctx: AccountContext, app: AppKey): { readonly pinned: string; readonly before: string | undefined } {
  const { pinned, before } = getAppState(ctx, app)
  if (pinned === undefined) throw preconditionFailed('The app is not pinned to a rollback.')
  ctx.engine.setHidden('App', app, { pinned: undefined, before: undefined })
  return { pinned, before }
}

type RollbackCheck = ReplyOf<'apps_rollbacks_validate'>

type RollbackIssue = RollbackCheck['warnings'][number]

const maxDeployments = 10 // whose builds are stored

function checkRollback(ctx: AccountContext, app: AppKey, target: Deployment): RollbackCheck {
  const error = findObstacle(ctx, app, target)
  const warnings = listWarnings(target.spec)
  return error ? { valid: false, error, warnings } : { valid: true, warnings }
}

function findObstacle(ctx: AccountContext, app: AppKey, target: Deployment): RollbackIssue | undefined {
  const { engine } = ctx
  const createIssue = (code: RollbackIssue['code'], message: string) => ({ code, message, components: [] })
  if (getAppState(ctx, app).pinned !== undefined)
    return createIssue('app_pinned', 'The app is already pinned to a rollback. Commit or revert it first.')
  const wasLive = (id: string) => engine.getHidden('AppDeployment', deploymentKey(app, id)).marks.ACTIVE !== undefined
  const { id: targetId, phase, spec: targetSpec } = target
  if (!wasLive(targetId))
    return ['ERROR', 'CANCELED', 'SUPERSEDED'].includes(phase)
      ? createIssue('incompatible_result', `The deployment was never active: it is ${phase}. Choose one that was.`)
      : createIssue('incompatible_phase', `The deployment is still ${phase}. Only a deployment that was active can be the target.`)
  const live = engine.list('AppDeployment', { parent: childPath(app), order: 'newest' }).filter(({ id }) => wasLive(id))
  if (live.findIndex(({ id }) => id === targetId) >= maxDeployments)
    return createIssue('exceeded_revision_limit', `Only the last ${maxDeployments} active deployments can be the target.`)
  const { spec: currentSpec } = engine.get('App', app)
  if (currentSpec.region !== targetSpec.region) return createIssue('region_conflict', 'The deployment was in another region.')
  const fields = ['engine', 'production', 'cluster_name'] as const
  const changedDatabases = (targetSpec.databases ?? []).filter((database) => {
    const current = currentSpec.databases?.find(({ name }) => name === database.name)
    return !current || fields.some((field) => current[field] !== database[field])
  })
  if (changedDatabases.length === 0) return undefined
  return {
    code: 'database_config_conflict',
    message: 'These databases have changed or were removed. Restore them in the spec first.',
    components: changedDatabases.map(({ name }) => name),
  }
}

function listWarnings(spec: AppSpec): RollbackIssue[] {
  const sites = (spec.static_sites ?? []).map(({ name }) => name)
  const byTag = listComponents(spec, builtKinds).filter(({ value: { image } }) => image !== undefined && image.digest === undefined)
  const warnings: RollbackIssue[] = [
    {
      code: 'static_site_requires_rebuild',
      message: 'Static sites are rebuilt from the old commit.',
      components: sites,
    },
    {
      code: 'image_source_missing_digest',
      message: 'These images have a tag instead of a digest. The tag may refer to another image now.',
      components: byTag.map(({ name }) => name),
    },
  ]
  return warnings.filter(({ components }) => components.length > 0)
}

export const rollbacksHandlers = {
  apps_rollbacks_validate: validate,
  apps_rollbacks_create: create,
  apps_rollbacks_commit: commit,
  apps_rollbacks_revert: revert,
} satisfies Handlers
