/** Alerts of apps. The app spec defines them; only their destinations have an endpoint. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { requireApp } from './app-state.ts'
import type { Handlers } from '../family.ts'
import { alertKey, pendingProgress, stepName } from './alerts.ts'

const alert: ResourceHooks<'AppAlert'> = {
  onEnter: {
    PENDING: () => ({ progress: pendingProgress }),
    CONFIGURING: (_alert, _key, { clock }) => ({
      progress: { steps: [{ name: stepName, status: 'RUNNING', started_at: clock.timestamp() }] },
    }),
    ACTIVE: ({ progress: { steps } }, _key, { clock }) => ({
      progress: { steps: steps.map((step) => ({ ...step, status: 'SUCCESS', ended_at: clock.timestamp() })) },
    }),
  },
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
  engine.setFields('AppAlert', key, { emails: [...new Set(emails)], slack_webhooks: hooks })
  return { alert: engine.trigger('AppAlert', key, 'apps_alerts_updateDestinations') }
}

export const alertsHandlers = { apps_alerts_updateDestinations: updateDestinations } satisfies Handlers

export const alertsHooks: HooksByKind = { AppAlert: alert }
