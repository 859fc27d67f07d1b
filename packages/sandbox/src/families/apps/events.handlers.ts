import type { Handler, Call } from '../../engine/call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AppKey, deploymentKey, requireApp } from './app-state.ts'
import { type AppEvent, eventKey } from './event-log.ts'
import { hasLog, formatLogReply } from './logs.ts'
import type { Handlers } from '../family.ts'

/** @throws Failure 404 */
function requireEvent(path: Call<'apps_events_cancel'>['path'], ctx: AccountContext): { readonly app: AppKey; readonly event: AppEvent } {
  const app = requireApp(path.app_id, ctx)
  return { app, event: ctx.engine.get('AppEvent', eventKey(app, path.event_id)) }
}

/** Returns no URLs for a log type that the event does not have. */
const getLogs: Handler<'apps_events_getLogs'> = (call, ctx) => {
  const { app, event } = requireEvent(call.path, ctx)
  const { type } = call.query
  if (event.type !== 'DEPLOYMENT') return formatLogReply(call, ctx, false, [app.id, event.id])
  const deployment = ctx.engine.get('AppDeployment', deploymentKey(app, event.deployment_id))
  const logType = type === 'UNSPECIFIED' ? (deployment.phase === 'BUILDING' ? 'BUILD' : 'DEPLOY') : type
  const hasLogType = logType === 'BUILD' || logType === 'DEPLOY'
  return formatLogReply(call, ctx, hasLogType && hasLog(ctx, { app, deployment }, logType), [app.id, event.id, logType])
}

export const eventsHandlers = { apps_events_getLogs: getLogs } satisfies Handlers
