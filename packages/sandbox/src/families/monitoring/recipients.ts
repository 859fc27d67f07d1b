import { isRecord, type Value } from '../../engine/values.ts'

/** Whom alerts tell. Clients send null for an empty list, or nothing. */
export function readRecipients(given: unknown): Value {
  const { email, slack } = isRecord(given) ? given : {}
  return { email: email ?? [], slack: slack ?? [] }
}
