import type { Kinds } from '../../generated/types.ts'

/** Whom alerts tell. Clients send null for an empty list, or nothing. */
type Recipients = Kinds['UptimeAlert']['notifications']

export function parseRecipients(given: { readonly [Way in keyof Recipients]?: Recipients[Way] | null } | null | undefined): Recipients {
  return { email: given?.email ?? [], slack: given?.slack ?? [] }
}
