/** Alert policies, which are kept and never sound, and everything about logs and measurements. */
import { unprocessable } from '../../engine/failure.ts'
import type { Given } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Family, joinParts } from '../family.ts'
import { appMetrics } from './app-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { destinations } from './destinations.ts'
import { dropletMetrics, dropletRefusals } from './droplet-metrics.ts'
import { loadBalancerMetrics } from './load-balancer-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import { parseRecipients } from './recipients.ts'
import { sinks } from './sinks.ts'

type PolicyRequest = Operations['monitoring_alertPolicies_create']['body'] | Operations['monitoring_alertPolicies_update']['body']

/** What was left out, or sent as null, is what an official client means by it. */
function parsePolicy(request: PolicyRequest): Given<Kinds['AlertPolicy']> {
  const { type, description, entities, tags, alerts, enabled } = request
  if (tags?.length && !type.startsWith('v1/insights/droplet/')) throw unprocessable('tags: only droplets are watched by their tags.')
  const lists = { entities: entities ?? [], tags: tags ?? [] }
  return { ...request, ...lists, description: description ?? '', alerts: parseRecipients(alerts), enabled: enabled ?? true }
}

const policies: Family = { kinds: { AlertPolicy: { reading: parsePolicy } } }

const metrics: Family = {
  handlers: { ...dropletMetrics, ...databaseMetrics, ...appMetrics, ...poolMetrics, ...loadBalancerMetrics },
  refusals: dropletRefusals,
}

export const monitoring: Family = joinParts(policies, destinations, sinks, metrics)
