import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import { alertKey, beginAlert, finishAlert, setUp } from './alerts.ts'
import { openApp } from './app-state.ts'
import { listOf } from './components.ts'
import type { FamilyBehavior } from '../family.ts'

/** Both lists are replaced. */
const assign: Behavior = (call, world) => {
  const { engine, owner } = world
  const app = openApp(call, world)
  const key = alertKey(app, call.path['alert_id'])
  engine.text(key)
  const body: Value = readBody(call)
  const emails = ((body['emails'] ?? []) as readonly string[]).map((email) => email.trim())
  for (const [index, email] of emails.entries()) {
    if (email.toLowerCase() !== owner.email.toLowerCase()) throw unprocessable(`emails.${index}: "${email}" is nobody of the team.`)
  }
  const hooks = listOf(body, 'slack_webhooks').map(({ url, channel }) => ({ url, channel: String(channel ?? '').replace(/^#/, '') }))
  for (const [index, { url }] of hooks.entries()) {
    if (!/^https:\/\/[^/\s]+/.test(String(url))) throw unprocessable(`slack_webhooks.${index}.url: must be an https:// address.`)
  }
  engine.change(key, { emails: [...new Set(emails)], slack_webhooks: hooks })
  return { body: JSON.stringify({ alert: setUp(world, app, key.id) }) }
}

export const appAlerts: FamilyBehavior = {
  operations: { apps_assign_alert_destinations: assign },
  due: { 'appAlerts.begin': beginAlert, 'appAlerts.finish': finishAlert },
}
