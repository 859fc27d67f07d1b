import type { Handler, Call } from '../../engine/call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AppKey, deploymentKey, openApp } from './app-state.ts'
import { cancel } from './deployments.ts'
import { type AppEvent, eventKey, showEvent } from './event-log.ts'
import { assertTimeout, isKept, formatLogs } from './logs.ts'
import type { Handlers } from '../family.ts'

/** @throws Failure 404 */
function openEvent(path: Call<'apps_events_cancel'>['path'], ctx: AccountContext): { readonly app: AppKey; readonly event: AppEvent } {
  const app = openApp(path.app_id, ctx)
  return { app, event: ctx.engine.get('AppEvent', eventKey(app, path.event_id)) }
}

const stop: Handler<'apps_events_cancel'> = ({ path }, ctx) => {
  const { app, event } = openEvent(path, ctx)
  if (event.type === 'DEPLOYMENT') cancel(ctx, app, event.deployment_id)
  return { event: showEvent(ctx, app, openEvent(path, ctx).event) }
}

/** A type that does not fit the event gives no addresses. */
const getLogs: Handler<'apps_events_getLogs'> = (call, ctx) => {
  const { app, event } = openEvent(call.path, ctx)
  const { type } = call.query
  assertTimeout(call.query)
  if (event.type !== 'DEPLOYMENT') return formatLogs(call, ctx, false, [app.id, event.id])
  const deployment = ctx.engine.get('AppDeployment', deploymentKey(app, event.deployment_id))
  const fitting = type === 'UNSPECIFIED' ? (deployment.phase === 'BUILDING' ? 'BUILD' : 'DEPLOY') : type
  const fits = fitting === 'BUILD' || fitting === 'DEPLOY'
  return formatLogs(call, ctx, fits && isKept(ctx, { app, deployment }, fitting), [app.id, event.id, fitting])
}

export const eventsHandlers = { apps_events_cancel: stop, apps_events_getLogs: getLogs } satisfies Handlers
