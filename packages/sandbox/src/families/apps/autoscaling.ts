/** How busy an app is, and autoscaling: a minute after a deployment is live, the number of copies is fitted to the load. The measure that asks for most copies decides. */
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { type AppKey, appKey, findActive, stateOf } from './app-state.ts'
import { type Component, listComponents, plannedCopies, runningKinds } from './components.ts'
import { addScalingEvent, eventKey, type Scaling } from './event-log.ts'
import { numberFrom } from './hashed-values.ts'

export interface Load {
  /** Of the CPUs of all copies there are to be at least, taken together, in percent of one copy's. */
  readonly cpuPercent: number
  readonly memoryPercent: number
  readonly requestsPerSecond: number
  /** What 95 of 100 requests take with the fewest copies. */
  readonly p95Milliseconds: number
}

/** Nobody visits an app of the sandbox, so each component has a steady load of its own, which health, traffic and autoscaling agree on. */
export function loadOf(app: string, component: string, fewest: number): Load {
  return {
    cpuPercent: (numberFrom(180, 420, 'cpu', app, component) / 10) * fewest,
    memoryPercent: numberFrom(300, 700, 'memory', app, component) / 10,
    requestsPerSecond: numberFrom(12, 48, 'requests', app, component),
    p95Milliseconds: numberFrom(90, 240, 'duration', app, component),
  }
}

type Change = Scaling['components'][string]

interface ScalingDue {
  readonly app: string
  readonly deployment: string
}

interface ScalingStepDue {
  readonly app: string
  readonly event: string
}

/** How many copies run now, or would if the deployment were live. */
export function copiesOf(world: World, app: AppKey, component: Component): number {
  const planned = plannedCopies(component)
  const { autoscaling } = component.value
  if (!autoscaling) return planned
  const scaled = stateOf(world, app).copies?.[component.name] ?? planned
  return Math.min(Math.max(scaled, planned), autoscaling.max_instance_count ?? scaled)
}

/** Called when a deployment is live. */
export function planScaling(world: World, app: AppKey, deployment: string): void {
  const active = findActive(world, app)
  if (active && listComponents(active.spec, runningKinds).some(({ value }) => value.autoscaling))
    later(world, 60, 'apps.scale', { app: app.id, deployment } satisfies ScalingDue)
}

/** Due: looks at the load. */
export function scale({ app: id, deployment }: ScalingDue, world: World): void {
  const app = appKey(id)
  const active = world.engine.find('App', app) && findActive(world, app)
  if (active?.id !== deployment) return
  const changes = listComponents(active.spec, runningKinds).flatMap((component) => {
    const change = fit(world, app, component)
    return change ? [[component.name, change] as const] : []
  })
  if (changes.length === 0) return
  const event = addScalingEvent(world, app, deployment, Object.fromEntries(changes))
  later(world, 5, 'apps.beginScaling', { app: id, event } satisfies ScalingStepDue)
}

function fit(world: World, app: AppKey, component: Component): Change | undefined {
  const { autoscaling: { metrics, max_instance_count: limit } = {} } = component.value
  if (!metrics) return undefined
  const fewest = plannedCopies(component)
  const load = loadOf(app.id, component.name, fewest)
  const { cpu, requests_per_second: requests, request_duration: duration } = metrics
  const asks = [
    { metric: 'cpu', copies: need(load.cpuPercent, cpu && (cpu.percent ?? 80)) },
    { metric: 'requests_per_second', copies: need(load.requestsPerSecond, requests?.per_instance) },
    { metric: 'request_duration', copies: need(load.p95Milliseconds * fewest, duration?.p95_milliseconds) },
  ].toSorted((a, b) => b.copies - a.copies)
  const [most] = asks
  const from = copiesOf(world, app, component)
  const to = Math.min(Math.max(most?.copies ?? 0, fewest), limit ?? fewest)
  return most && most.copies > 0 && to !== from ? { from, to, triggering_metric: most.metric } : undefined
}

function need(load: number, target: number | undefined): number {
  return target === undefined ? 0 : Math.ceil(load / target)
}

function findScaling({ engine }: World, key: Key<'AppEvent'>): { readonly deployment: string; readonly scaling: Scaling } | undefined {
  const event = engine.find('AppEvent', key)
  return event?.type === 'AUTOSCALING' ? { deployment: event.deployment_id, scaling: event.autoscaling } : undefined
}

function enter({ engine, store }: World, key: Key<'AppEvent'>, autoscaling: Scaling): void {
  store.put({ ...key, text: JSON.stringify({ ...engine.get('AppEvent', key), autoscaling }) })
}

/** Due: copies are being started or stopped. */
export function beginScaling(due: ScalingStepDue, world: World): void {
  const key = eventKey(appKey(due.app), due.event)
  const found = findScaling(world, key)
  if (found?.scaling.phase !== 'PENDING') return
  enter(world, key, { ...found.scaling, phase: 'IN_PROGRESS' })
  later(world, 30, 'apps.finishScaling', due)
}

/** Due: so many copies run now. */
export function finishScaling(due: ScalingStepDue, world: World): void {
  const app = appKey(due.app)
  const key = eventKey(app, due.event)
  const found = findScaling(world, key)
  if (found?.scaling.phase !== 'IN_PROGRESS') return
  const isLive = findActive(world, app)?.id === found.deployment
  enter(world, key, { ...found.scaling, phase: isLive ? 'SUCCEEDED' : 'FAILED' })
  if (!isLive) return
  const copies = Object.fromEntries(Object.entries(found.scaling.components).map(([name, { to }]) => [name, to]))
  world.engine.hide('App', app, { copies: { ...stateOf(world, app).copies, ...copies } })
}

/** False when it has ended. */
export function cancelScaling(world: World, key: Key<'AppEvent'>): boolean {
  const scaling = findScaling(world, key)?.scaling
  if (scaling?.phase !== 'PENDING' && scaling?.phase !== 'IN_PROGRESS') return false
  enter(world, key, { ...scaling, phase: 'CANCELED' })
  return true
}
