/** What stands in the way of a rollback, and what is only to be known. */
import type { ReplyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import { type AppKey, type Deployment, deploymentKey, stateOf } from './app-state.ts'
import { type AppSpec, builtKinds, listComponents } from './components.ts'

type Verdict = ReplyOf<'apps_validate_rollback'>
type Condition = Verdict['warnings'][number]

/** The builds of so many deployments that were live are kept. */
const mostKept = 10

export function judgeRollback(world: World, app: AppKey, target: Deployment): Verdict {
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
