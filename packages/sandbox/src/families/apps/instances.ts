/** Running instances of components. Their names depend on the deployment that started them. */
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { type AppKey, deploymentKey, findActiveDeployment, getAppState } from './app-state.ts'
import { type AppSpec, type Component, findComponent, listComponents, countInstances, runningKinds } from './components.ts'
import { hashName } from './hashed-values.ts'
import { addScheduledRuns } from './job-runs.ts'

export type AppInstance = ReplyOf<'apps_instances_list'>['instances'][number]

/** Lists the instances of the active deployment and the running jobs. */
export function listInstances(ctx: AccountContext, app: AppKey): AppInstance[] {
  const active = findActiveDeployment(ctx, app)
  if (!active) return []
  const { startedBy } = getAppState(ctx, app)
  const running = listComponents(active.spec, runningKinds).flatMap((component) =>
    buildInstances(app, component, startedBy?.[component.name] ?? active.id),
  )
  addScheduledRuns(ctx, app)
  return [...running, ...listJobInstances(ctx, app, active.id)]
}

/** Lists the instances of one deployment: none before it is rolled out, none after another is active. */
export function listDeploymentInstances(ctx: AccountContext, app: AppKey, id: string): AppInstance[] {
  if (getAppState(ctx, app).active === id) return listInstances(ctx, app)
  const { phase, spec } = ctx.engine.get('AppDeployment', deploymentKey(app, id))
  if (phase !== 'DEPLOYING') return []
  const instances = listComponents(spec, runningKinds).flatMap((component) => buildInstances(app, component, id))
  return [...instances, ...listJobInstances(ctx, app, id)]
}

function buildInstances(app: AppKey, component: Component, startedBy: string): AppInstance[] {
  const { name, kind } = component
  const group = hashName(10, 'group', app.id, startedBy, name)
  return Array.from({ length: countInstances(component) }, (_, n) => ({
    component_name: name,
    component_type: kind === 'services' ? 'SERVICE' : 'WORKER',
    instance_name: `${name}-${group}-${hashName(5, 'copy', group, String(n))}`,
    instance_alias: `${name}-${n}`,
  }))
}

function listJobInstances({ engine }: AccountContext, app: AppKey, deployment: string): AppInstance[] {
  const where = [
    { field: 'deployment_id', equals: deployment },
    { field: 'phase', equals: 'RUNNING' },
  ] as const
  return engine.list('AppJobInvocation', { parent: childPath(app), where }).map(({ id, job_name: name }) => ({
    component_name: name,
    component_type: 'JOB',
    instance_name: `${name}-${hashName(5, 'run', id)}`,
    instance_alias: `${name}-0`,
  }))
}

/** True for kinds of components with a shell. */
export function canOpenShell(spec: AppSpec, name: string): boolean {
  return findComponent(spec, name, ['services', 'workers', 'jobs']) !== undefined
}
