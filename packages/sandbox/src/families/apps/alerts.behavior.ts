import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { alertKey, beginAlert, finishAlert, setUp } from './alerts.ts'
import { appKey, openApp } from './app-state.ts'
import type { FamilyBehavior } from '../family.ts'

/** Both lists are replaced. */
const assign: Behavior<'apps_assign_alert_destinations'> = ({ path, body }, world) => {
  const { engine, owner } = world
  const key = alertKey(openApp(path.app_id, world), path.alert_id)
  engine.get('AppAlert', key)
  const emails = (body.emails ?? []).map((email) => email.trim())
  for (const [index, email] of emails.entries()) {
    if (email.toLowerCase() !== owner.email.toLowerCase()) throw unprocessable(`emails.${index}: "${email}" is nobody of the team.`)
  }
  const hooks = (body.slack_webhooks ?? []).map(({ url, channel = '' }) => ({ url, channel: channel.replace(/^#/, '') }))
  for (const [index, { url }] of hooks.entries()) {
    if (!/^https:\/\/[^/\s]+/.test(url)) throw unprocessable(`slack_webhooks.${index}.url: must be an https:// address.`)
  }
  engine.change('AppAlert', key, { emails: [...new Set(emails)], slack_webhooks: hooks })
  return { alert: setUp(world, appKey(path.app_id), path.alert_id) }
}

export const appAlerts: FamilyBehavior = {
  behaviors: { apps_assign_alert_destinations: assign },
  due: { 'appAlerts.begin': beginAlert, 'appAlerts.finish': finishAlert },
}
