import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** Recipients of alerts. Clients send null for an empty list, or omit it. */
type Recipients = Kinds['UptimeAlert']['notifications']

export function parseRecipients(request: { readonly [Way in keyof Recipients]?: Recipients[Way] | null } | null | undefined): Recipients {
  return { email: request?.email ?? [], slack: request?.slack ?? [] }
}

type PolicyRequest = Operations['monitoring_alertPolicies_create']['body'] | Operations['monitoring_alertPolicies_update']['body']

/** Applies the defaults of official clients for fields that are missing or null. */
function parsePolicy(request: PolicyRequest) {
  const { type, description, entities, tags, alerts, enabled } = request
  if (tags?.length && !type.startsWith('v1/insights/droplet/')) throw unprocessable('tags: only droplets are watched by their tags.')
  const lists = { entities: entities ?? [], tags: tags ?? [] }
  return { ...request, ...lists, description: description ?? '', alerts: parseRecipients(alerts), enabled: enabled ?? true }
}

export const hooks: HooksByKind = {
  AlertPolicy: {
    parseCreate: ({ body }: Call<'monitoring_alertPolicies_create'>) => ({ fields: parsePolicy(body) }),
    parseUpdate: ({ body }: Call<'monitoring_alertPolicies_update'>) => ({ fields: parsePolicy(body) }),
  },
}
