/** How an app is doing and what it sends. Its load is steady, so the numbers follow from the app and the day. */
import type { Behavior } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { appKey, deploymentKey, findActive, openApp } from './app-state.ts'
import { copiesOf } from './autoscaling.ts'
import { listComponents, plannedCopies, reachableKinds, runningKinds } from './components.ts'
import { factsOf } from './deployments.ts'
import { numberFrom } from './digest.ts'
import { loadOf } from './load.ts'
import type { FamilyBehavior } from '../family.ts'
import { writeStamp } from '../../shared/write-stamp.ts'

const getHealth: Behavior = (call, world) => {
  const app = openApp(call, world)
  const spec = (findActive(world, app)?.['spec'] ?? {}) as Value
  const components = listComponents(spec, runningKinds).map((component) => {
    const copies = copiesOf(world, app, component)
    const { cpuPercent, memoryPercent } = loadOf(app.id, component.name, plannedCopies(component))
    return {
      name: component.name,
      state: 'HEALTHY',
      cpu_usage_percent: Math.round((cpuPercent / copies) * 10) / 10,
      memory_usage_percent: memoryPercent,
      replicas_desired: copies,
      replicas_ready: copies,
    }
  })
  const functions = listComponents(spec, ['functions']).map(({ name }) => ({
    name,
    functions_component_health_metrics: [
      { metric_label: 'functions_activation_count', metric_value: numberFrom(20, 90, 'activations', app.id, name), time_window: '5m' },
      { metric_label: 'functions_average_duration_ms', metric_value: numberFrom(40, 160, 'duration', app.id, name), time_window: '5m' },
      { metric_label: 'functions_error_rate_per_minute', metric_value: 0, time_window: '5m' },
    ],
  }))
  return { body: JSON.stringify({ app_health: { components, functions_components: functions } }) }
}

const day = 24 * 60 * 60 * 1000

/** Midnight of the day that is meant; yesterday when none is. */
function readDay({ clock }: World, date: unknown): number {
  const moment = typeof date === 'string' && date !== '' ? Date.parse(date) : clock.now() - day
  return Math.floor(moment / day) * day
}

/** What it sent from the moment it was first live: so much each second for each component that can be reached. */
function bytesOf(world: World, app: Key, from: number): number {
  const deployments = world.engine.all({ kind: 'AppDeployment', parent: under(app) })
  const live = deployments.map(({ id }) => factsOf(world, deploymentKey(app, id)).marks['ACTIVE']).find((stamp) => stamp !== undefined)
  if (live === undefined) return 0
  const begin = Math.max(from, Date.parse(live))
  const seconds = Math.max(0, Math.floor((Math.min(from + day, world.clock.now()) - begin) / 1000))
  const spec = world.engine.get(app)['spec'] as Value
  const perSecond = listComponents(spec, reachableKinds).reduce((sum, { name }) => sum + loadOf(app.id, name, 1).requestsPerSecond, 0)
  return seconds * perSecond * numberFrom(2400, 3600, 'bytes', app.id, String(from))
}

function replyBandwidth(world: World, apps: readonly Key[], from: number): { readonly body: string } {
  const usage = apps.map((app) => ({ app_id: app.id, bandwidth_bytes: String(bytesOf(world, app, from)) }))
  return { body: JSON.stringify({ app_bandwidth_usage: usage, date: writeStamp(from) }) }
}

const getBandwidth: Behavior = (call, world) => replyBandwidth(world, [openApp(call, world)], readDay(world, call.query['date']))

const listBandwidth: Behavior = (call, world) => {
  const { app_ids: ids, date } = readBody(call)
  const apps = (ids as readonly string[]).map(appKey)
  const missing = apps.find((app) => !world.engine.find(app))
  if (missing) throw new Failure(404, `app_ids: there is no app "${missing.id}".`)
  return replyBandwidth(world, apps, readDay(world, date))
}

export const appMetrics: FamilyBehavior = {
  operations: {
    apps_get_health: getHealth,
    apps_get_metrics_bandwidth_daily: getBandwidth,
    apps_list_metrics_bandwidth_daily: listBandwidth,
  },
}
