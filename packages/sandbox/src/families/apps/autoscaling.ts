/** Autoscaling: a minute after a deployment is live, the number of copies is fitted to the load. The measure that asks for most copies decides. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { appKey, findActive, setState, stateOf } from './app-state.ts'
import { type Component, listComponents, plannedCopies, recordOf, runningKinds } from './components.ts'
import { addScalingEvent, eventKey } from './event-log.ts'
import { loadOf } from './load.ts'

interface Change {
  readonly from: number
  readonly to: number
  readonly triggering_metric: string
}

export interface ScalingDue {
  readonly app: string
  readonly deployment: string
}

export interface ScalingStepDue {
  readonly app: string
  readonly event: string
}

/** How many copies run now, or would if the deployment were live. */
export function copiesOf(world: World, app: Key, component: Component): number {
  const planned = plannedCopies(component)
  const scaling = recordOf(component.value, 'autoscaling')
  if (!scaling) return planned
  const scaled = stateOf(world, app).copies?.[component.name] ?? planned
  return Math.min(Math.max(scaled, planned), Number(scaling['max_instance_count'] ?? scaled))
}

/** Called when a deployment is live. */
export function planScaling(world: World, app: Key, deployment: string): void {
  const spec = findActive(world, app)?.['spec'] as Value | undefined
  if (!spec) return
  const scaled = listComponents(spec, runningKinds).filter(({ value }) => recordOf(value, 'autoscaling'))
  if (scaled.length > 0) later(world, 60, 'apps.scale', { app: app.id, deployment } satisfies ScalingDue)
}

/** Due: looks at the load. */
export function scale({ app: id, deployment }: ScalingDue, world: World): void {
  const app = appKey(id)
  const active = world.engine.find(app) && findActive(world, app)
  if (active?.['id'] !== deployment) return
  const changes = listComponents(active['spec'] as Value, runningKinds).flatMap((component) => {
    const change = fit(world, app, component)
    return change ? [[component.name, change] as const] : []
  })
  if (changes.length === 0) return
  const event = addScalingEvent(world, app, deployment, Object.fromEntries(changes))
  later(world, 5, 'apps.beginScaling', { app: id, event } satisfies ScalingStepDue)
}

function fit(world: World, app: Key, component: Component): Change | undefined {
  const scaling = recordOf(component.value, 'autoscaling')
  const metrics = scaling && recordOf(scaling, 'metrics')
  if (!scaling || !metrics) return undefined
  const fewest = plannedCopies(component)
  const load = loadOf(app.id, component.name, fewest)
  const cpu = recordOf(metrics, 'cpu')
  const asks = [
    { metric: 'cpu', copies: need(load.cpuPercent, cpu && (cpu['percent'] ?? 80)) },
    { metric: 'requests_per_second', copies: need(load.requestsPerSecond, recordOf(metrics, 'requests_per_second')?.['per_instance']) },
    {
      metric: 'request_duration',
      copies: need(load.p95Milliseconds * fewest, recordOf(metrics, 'request_duration')?.['p95_milliseconds']),
    },
  ].toSorted((a, b) => b.copies - a.copies)
  const [most] = asks
  const from = copiesOf(world, app, component)
  const to = Math.min(Math.max(most?.copies ?? 0, fewest), Number(scaling['max_instance_count'] ?? fewest))
  return most && most.copies > 0 && to !== from ? { from, to, triggering_metric: most.metric } : undefined
}

function need(load: number, target: unknown): number {
  return typeof target === 'number' ? Math.ceil(load / target) : 0
}

function move(world: World, { app, event }: ScalingStepDue, from: string, to: string): Value | undefined {
  const key = eventKey(appKey(app), event)
  const autoscaling = world.engine.find(key)?.['autoscaling'] as Value | undefined
  if (autoscaling?.['phase'] !== from) return undefined
  putPhase(world, key, to)
  return autoscaling
}

function putPhase({ engine, store }: World, key: Key, phase: string): void {
  const event = engine.get(key)
  store.put({ ...key, text: JSON.stringify({ ...event, autoscaling: { ...(event['autoscaling'] as Value), phase } }) })
}

/** Due: copies are being started or stopped. */
export function beginScaling(due: ScalingStepDue, world: World): void {
  if (move(world, due, 'PENDING', 'IN_PROGRESS')) later(world, 30, 'apps.finishScaling', due)
}

/** Due: so many copies run now. */
export function finishScaling(due: ScalingStepDue, world: World): void {
  const app = appKey(due.app)
  const { deployment_id: deployment } = world.engine.find(eventKey(app, due.event)) ?? {}
  const isLive = world.engine.find(app) !== undefined && findActive(world, app)?.['id'] === deployment
  const done = move(world, due, 'IN_PROGRESS', isLive ? 'SUCCEEDED' : 'FAILED')
  if (!done || !isLive) return
  const changes = Object.entries(done['components'] as Record<string, Change>)
  setState(world, app, { copies: { ...stateOf(world, app).copies, ...Object.fromEntries(changes.map(([name, { to }]) => [name, to])) } })
}

/** False when it has ended. */
export function cancelScaling(world: World, key: Key): boolean {
  const phase = (world.engine.get(key)['autoscaling'] as Value)['phase']
  if (phase !== 'PENDING' && phase !== 'IN_PROGRESS') return false
  putPhase(world, key, 'CANCELED')
  return true
}
