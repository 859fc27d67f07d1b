/** Alerts of apps. The app spec defines them; only their destinations have an endpoint. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Key } from '../../store/store.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { appKey, requireApp } from './app-state.ts'
import type { Handlers, Jobs } from '../family.ts'
import { alertKey, startSetup, type AlertJob, stepName } from './alerts.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of setups so far. */
    AppAlert: { round?: number }
  }
}

/** PENDING → CONFIGURING. */
function startConfiguring(job: AlertJob, ctx: AccountContext): void {
  const key = findAlertKey(ctx, job)
  if (!key) return
  const step = { name: stepName, status: 'RUNNING', started_at: ctx.clock.timestamp() } as const
  ctx.engine.setFields('AppAlert', key, { phase: 'CONFIGURING', progress: { steps: [step] } })
  scheduleIn(ctx, 10, 'appAlerts.finish', job)
}

/** CONFIGURING → ACTIVE. */
function finishConfiguring(job: AlertJob, ctx: AccountContext): void {
  const key = findAlertKey(ctx, job)
  if (!key) return
  const { steps } = ctx.engine.get('AppAlert', key).progress
  const ended = steps.map((step) => ({ ...step, status: 'SUCCESS', ended_at: ctx.clock.timestamp() }) as const)
  ctx.engine.setFields('AppAlert', key, { phase: 'ACTIVE', progress: { steps: ended } })
}

function findAlertKey({ engine }: AccountContext, { app, alert, round }: AlertJob): Key<'AppAlert'> | undefined {
  const key = alertKey(appKey(app), alert)
  return engine.find('AppAlert', key) && engine.getHidden('AppAlert', key).round === round ? key : undefined
}

/** Replaces both lists. */
const updateDestinations: Handler<'apps_alerts_updateDestinations'> = ({ path, body }, ctx) => {
  const { engine, owner } = ctx
  const key = alertKey(requireApp(path.app_id, ctx), path.alert_id)
  engine.get('AppAlert', key)
  const emails = (body.emails ?? []).map((email) => email.trim())
  for (const [index, email] of emails.entries()) {
    if (email.toLowerCase() !== owner.email.toLowerCase())
      throw unprocessable(`emails.${index}: "${email}" is not the address of a team member.`)
  }
  const hooks = (body.slack_webhooks ?? []).map(({ url, channel = '' }) => ({ url, channel: channel.replace(/^#/, '') }))
  for (const [index, { url }] of hooks.entries()) {
    if (!/^https:\/\/[^/\s]+/.test(url)) throw unprocessable(`slack_webhooks.${index}.url: must be an https:// address.`)
  }
  engine.setFields('AppAlert', key, { emails: [...new Set(emails)], slack_webhooks: hooks })
  return { alert: startSetup(ctx, appKey(path.app_id), path.alert_id) }
}

export const alertsHandlers = { apps_alerts_updateDestinations: updateDestinations } satisfies Handlers

export const alertsJobs: Jobs = { 'appAlerts.begin': startConfiguring, 'appAlerts.finish': finishConfiguring }
