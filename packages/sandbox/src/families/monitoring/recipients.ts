import type { Kinds } from '../../generated/types.ts'

/** Recipients of alerts. Clients send null for an empty list, or omit it. */
type Recipients = Kinds['UptimeAlert']['notifications']

export function parseRecipients(given: { readonly [Way in keyof Recipients]?: Recipients[Way] | null } | null | undefined): Recipients {
  return { email: given?.email ?? [], slack: given?.slack ?? [] }
}
