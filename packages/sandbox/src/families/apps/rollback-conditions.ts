/** What stands in the way of a rollback, and what is only to be known. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { deploymentKey, stateOf } from './app-state.ts'
import { builtKinds, listComponents, listOf, recordOf } from './components.ts'
import { factsOf } from './deployments.ts'

export interface RollbackCondition {
  readonly code: string
  readonly message: string
  readonly components: readonly string[]
}

export interface RollbackVerdict {
  readonly valid: boolean
  readonly error?: RollbackCondition
  readonly warnings: readonly RollbackCondition[]
}

/** The builds of so many deployments that were live are kept. */
const mostKept = 10

export function judgeRollback(world: World, app: Key, target: Value): RollbackVerdict {
  const error = findObstacle(world, app, target)
  const warnings = listWarnings(target['spec'] as Value)
  return error ? { valid: false, error, warnings } : { valid: true, warnings }
}

function findObstacle(world: World, app: Key, target: Value): RollbackCondition | undefined {
  const whole = (code: string, message: string) => ({ code, message, components: [] })
  if (stateOf(world, app).pinned !== undefined)
    return whole('app_pinned', 'The app is already pinned to a rollback. Commit or revert it first.')
  const wasLive = (id: unknown) => factsOf(world, deploymentKey(app, id)).marks['ACTIVE'] !== undefined
  const phase = String(target['phase'])
  if (!wasLive(target['id']))
    return ['ERROR', 'CANCELED', 'SUPERSEDED'].includes(phase)
      ? whole('incompatible_result', `The deployment was never live: it is ${phase}. Choose one that was.`)
      : whole('incompatible_phase', `The deployment is still ${phase}. Only one that was live can be gone back to.`)
  const live = world.engine.all({ kind: 'AppDeployment', parent: under(app), order: 'newest' }).filter(({ id }) => wasLive(id))
  if (live.findIndex(({ id }) => id === target['id']) >= mostKept)
    return whole('exceeded_revision_limit', `Only the last ${mostKept} deployments that were live can be gone back to.`)
  const present = world.engine.get(app)['spec'] as Value
  const then = target['spec'] as Value
  if (present['region'] !== then['region']) return whole('region_conflict', 'The deployment was in another region.')
  const changed = listOf(then, 'databases').filter((database) => {
    const now = listOf(present, 'databases').find(({ name }) => name === database['name'])
    return !now || ['engine', 'production', 'cluster_name'].some((field) => now[field] !== database[field])
  })
  if (changed.length === 0) return undefined
  return {
    code: 'database_config_conflict',
    message: 'These databases are others now, or not there any more. Put them back into the specification first.',
    components: changed.map(({ name }) => String(name)),
  }
}

function listWarnings(spec: Value): RollbackCondition[] {
  const sites = listOf(spec, 'static_sites').map(({ name }) => String(name))
  const byTag = listComponents(spec, builtKinds).filter(({ value }) => {
    const image = recordOf(value, 'image')
    return image !== undefined && image['digest'] === undefined
  })
  return [
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
  ].filter(({ components }) => components.length > 0)
}
