/** Alerts of apps. The app spec defines them; only their destinations have an endpoint. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { type AppKey, appKey, requireApp } from './app-state.ts'
import { type AppSpec, listComponents } from './components.ts'
import type { Handlers, Jobs } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of setups so far. */
    AppAlert: { round?: number }
  }
}

type Alert = Kinds['AppAlert']

const stepName = 'alert-configure-insight-alert'

const alertKey = (app: AppKey, id: string): Key<'AppAlert'> => keyOf('AppAlert', { parent: childPath(app), id })

interface AlertInput {
  readonly component?: string
  readonly spec: Alert['spec']
}

interface AlertJob {
  readonly app: string
  readonly alert: string
  /** Number of the setup; a later setup makes the job void. */
  readonly round: number
}

/** Makes the stored alerts match the spec: keeps equal ones, updates changed ones, adds and deletes the others. */
export function syncAlerts(ctx: AccountContext, app: AppKey, spec: AppSpec): void {
  const { engine } = ctx
  const inputs: AlertInput[] = [
    ...(spec.alerts ?? []).map((alert) => ({ spec: alert })),
    ...listComponents(spec).flatMap(({ name, value }) => (value.alerts ?? []).map((alert) => ({ component: name, spec: alert }))),
  ]
  const remaining = engine.list('AppAlert', { parent: childPath(app) })
  const removeMatch = (matches: (alert: Alert) => boolean) => {
    const index = remaining.findIndex(matches)
    return index === -1 ? undefined : remaining.splice(index, 1)[0]
  }
  const isSame = (each: AlertInput, alert: Alert) => alert.component_name === each.component && alert.spec.rule === each.spec.rule
  const unchanged = inputs.map((each) =>
    removeMatch((alert) => isSame(each, alert) && JSON.stringify(alert.spec) === JSON.stringify(each.spec)),
  )
  for (const [index, each] of inputs.entries()) {
    if (unchanged[index]) continue
    const changed = removeMatch((alert) => isSame(each, alert))
    if (changed) engine.setFields('AppAlert', alertKey(app, changed.id), { spec: each.spec })
    startSetup(ctx, app, (changed ?? addAlert(ctx, app, each)).id)
  }
  for (const { id } of remaining) engine.delete('AppAlert', alertKey(app, id))
}

function addAlert({ engine, owner }: AccountContext, app: AppKey, { component, spec }: AlertInput): Alert {
  const fields = { spec, emails: [owner.email], slack_webhooks: [], component_name: component, progress: { steps: [] } }
  return engine.create('AppAlert', fields, { parent: childPath(app), lifecycle: false })
}

/** Sets the alert to PENDING and schedules its setup. */
function startSetup(ctx: AccountContext, app: AppKey, id: string): Alert {
  const { engine } = ctx
  const key = alertKey(app, id)
  const { round: before = 0 } = engine.getHidden('AppAlert', key)
  const round = before + 1
  engine.setHidden('AppAlert', key, { round })
  scheduleIn(ctx, 5, 'appAlerts.begin', { app: app.id, alert: id, round } satisfies AlertJob)
  return engine.setFields('AppAlert', key, { phase: 'PENDING', progress: { steps: [{ name: stepName, status: 'PENDING' }] } })
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
