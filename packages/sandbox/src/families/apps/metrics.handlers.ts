/** Health and bandwidth of apps, computed from a constant load. */
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AppKey, appKey, findActiveDeployment, getAppState, requireApp } from './app-state.ts'
import { listComponents, countInstances, reachableKinds, runningKinds, steadyLoad } from './components.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import type { Handlers } from '../family.ts'

const getHealth: Handler<'apps_getHealth'> = ({ path }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  const spec = findActiveDeployment(ctx, app)?.spec ?? {}
  const components = listComponents(spec, runningKinds).map((component) => {
    const count = countInstances(component)
    return {
      name: component.name,
      state: 'HEALTHY' as const,
      cpu_usage_percent: steadyLoad.cpuPercent,
      memory_usage_percent: steadyLoad.memoryPercent,
      replicas_desired: count,
      replicas_ready: count,
    }
  })
  const functions = listComponents(spec, ['functions']).map(({ name }) => ({
    name,
    functions_component_health_metrics: [
      { metric_label: 'functions_activation_count', metric_value: 50, time_window: '5m' },
      { metric_label: 'functions_average_duration_ms', metric_value: 100, time_window: '5m' },
      { metric_label: 'functions_error_rate_per_minute', metric_value: 0, time_window: '5m' },
    ],
  }))
  return { app_health: { components, functions_components: functions } }
}

const day = 24 * 60 * 60 * 1000

const bytesPerResponse = 3000

/** Returns midnight of the day in UTC; the default is yesterday. */
function parseDay({ clock }: AccountContext, date: string | undefined): number {
  const time = date ? Date.parse(date) : clock.now() - day
  return Math.floor(time / day) * day
}

/** Counts the bytes of one day since the app was first active, at a constant rate for each reachable component. */
function countBytes(ctx: AccountContext, app: AppKey, from: number): number {
  const { engine, clock } = ctx
  const { liveSince } = getAppState(ctx, app)
  if (liveSince === undefined) return 0
  const start = Math.max(from, Date.parse(liveSince))
  const seconds = Math.max(0, Math.floor((Math.min(from + day, clock.now()) - start) / 1000))
  const { spec } = engine.get('App', app)
  return seconds * listComponents(spec, reachableKinds).length * steadyLoad.requestsPerSecond * bytesPerResponse
}

function describeBandwidth(ctx: AccountContext, apps: readonly AppKey[], from: number): ReplyOf<'apps_bandwidth_get'> {
  const usage = apps.map((app) => ({ app_id: app.id, bandwidth_bytes: String(countBytes(ctx, app, from)) }))
  return { app_bandwidth_usage: usage, date: formatTimestamp(from) }
}

const getBandwidth: Handler<'apps_bandwidth_get'> = ({ path, query }, ctx) =>
  describeBandwidth(ctx, [requireApp(path.app_id, ctx)], parseDay(ctx, query.date))

const listBandwidth: Handler<'apps_bandwidth_list'> = ({ body }, ctx) => {
  const missing = body.app_ids.find((id) => !ctx.engine.find('App', id))
  if (missing !== undefined) throw new Failure(404, `app_ids: app "${missing}" not found.`)
  return describeBandwidth(ctx, body.app_ids.map(appKey), parseDay(ctx, body.date))
}

export const metricsHandlers = {
  apps_getHealth: getHealth,
  apps_bandwidth_get: getBandwidth,
  apps_bandwidth_list: listBandwidth,
} satisfies Handlers
