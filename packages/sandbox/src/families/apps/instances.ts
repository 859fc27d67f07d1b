/** The copies of components that run. Their names follow from the deployment that started them, so they change when they are replaced. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { deploymentKey, findActive, stateOf } from './app-state.ts'
import { copiesOf } from './autoscaling.ts'
import { type Component, findComponent, listComponents, runningKinds } from './components.ts'
import { shortName } from './digest.ts'
import { followTimetables } from './job-runs.ts'

export interface AppInstance {
  readonly component_name: string
  readonly component_type: 'SERVICE' | 'WORKER' | 'JOB'
  readonly instance_name: string
  readonly instance_alias: string
}

/** What runs of the deployment that is live, and the jobs that run. */
export function listInstances(world: World, app: Key): AppInstance[] {
  const active = findActive(world, app)
  if (!active) return []
  const { startedBy } = stateOf(world, app)
  const running = listComponents(active['spec'] as Value, runningKinds).flatMap((component) =>
    copies(world, app, component, startedBy?.[component.name] ?? String(active['id'])),
  )
  followTimetables(world, app)
  return [...running, ...listJobs(world, app, String(active['id']))]
}

/** What this deployment has started: nothing before it is rolled out, nothing when another has taken its place. */
export function listInstancesOf(world: World, app: Key, id: string): AppInstance[] {
  if (stateOf(world, app).active === id) return listInstances(world, app)
  const deployment = world.engine.get(deploymentKey(app, id))
  if (deployment['phase'] !== 'DEPLOYING') return []
  const started = listComponents(deployment['spec'] as Value, runningKinds).flatMap((component) => copies(world, app, component, id))
  return [...started, ...listJobs(world, app, id)]
}

function copies(world: World, app: Key, component: Component, startedBy: string): AppInstance[] {
  const { name, kind } = component
  const group = shortName(10, 'group', app.id, startedBy, name)
  return Array.from({ length: copiesOf(world, app, component) }, (_, n) => ({
    component_name: name,
    component_type: kind === 'services' ? 'SERVICE' : 'WORKER',
    instance_name: `${name}-${group}-${shortName(5, 'copy', group, String(n))}`,
    instance_alias: `${name}-${n}`,
  }))
}

function listJobs({ engine }: World, app: Key, deployment: string): AppInstance[] {
  const where = [
    { field: 'deployment_id', equals: deployment },
    { field: 'phase', equals: 'RUNNING' },
  ]
  return engine.all({ kind: 'AppJobInvocation', parent: under(app), where }).map((run) => {
    const name = String(run['job_name'])
    return {
      component_name: name,
      component_type: 'JOB',
      instance_name: `${name}-${shortName(5, 'run', String(run['id']))}`,
      instance_alias: `${name}-0`,
    }
  })
}

/** Whether a shell could be opened in a component of the kind at all. */
export function isProgram(spec: Value, name: string): boolean {
  return findComponent(spec, name, ['services', 'workers', 'jobs']) !== undefined
}
