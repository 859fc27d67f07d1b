/** Alert policies, which are kept and never sound, and everything about logs and measurements. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { FamilyBehavior } from '../family.ts'
import { appMetrics } from './app-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { destinations } from './destinations.ts'
import { dropletMetrics, dropletRefusals } from './droplet-metrics.ts'
import { balancedMetrics } from './load-balancer-droplet-metrics.ts'
import { frontendMetrics } from './load-balancer-frontend-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import { readRecipients } from './recipients.ts'
import { finishSink, sinks } from './sinks.ts'

/** What was left out, or sent as null, is what an official client means by it. */
function readPolicy(request: Value): Value {
  const { type, entities, tags, alerts, enabled } = request
  const names = (tags ?? []) as readonly string[]
  if (names.length > 0 && !String(type).startsWith('v1/insights/droplet/'))
    throw unprocessable('tags: only droplets are watched by their tags.')
  return {
    ...request,
    entities: entities ?? [],
    tags: names,
    alerts: readRecipients(alerts as Parameters<typeof readRecipients>[0]),
    enabled: enabled ?? true,
  }
}

const createPolicy: Behavior = (call, { engine }) => ({
  body: JSON.stringify({ policy: engine.create('AlertPolicy', readPolicy(readBody(call))) }),
})

const replacePolicy: Behavior = (call, world) => {
  const key = openKey(call, world)
  return { body: JSON.stringify({ policy: world.engine.update(key, readPolicy(readBody(call)), 'replace') }) }
}

export const monitoring: FamilyBehavior = {
  operations: {
    monitoring_create_alert_policy: createPolicy,
    monitoring_update_alert_policy: replacePolicy,
    ...destinations,
    ...sinks,
    ...dropletMetrics,
    ...databaseMetrics,
    ...appMetrics,
    ...poolMetrics,
    ...frontendMetrics,
    ...balancedMetrics,
  },
  refusals: dropletRefusals,
  due: { 'monitoring.sink': finishSink },
}
