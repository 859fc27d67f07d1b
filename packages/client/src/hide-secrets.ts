/** Keeps what this client sends in secret out of what it tells. */
import type { AnyRequest, Answer } from './request-types.ts'

/** What may be a secret, by its name. */
export const secretName = /token|secret|password|code|key|verifier|assertion|signature/i

/** Takes it out of a failure's text: some servers and proxies repeat a request in their answer. */
export function hideSecrets(text: string, bearer: string | undefined, { body, query, header }: AnyRequest): string {
  let hidden = text
  for (const part of [{ token: bearer }, body, query, header]) {
    for (const [name, value] of Object.entries<unknown>(Object(part))) {
      // A short value would be found inside words, and no secret is.
      if (secretName.test(name) && typeof value === 'string' && value.length >= 8) hidden = hidden.replaceAll(value, '…')
    }
  }
  return hidden
}

/** What was sent and may come back in an answer, but not in a message. */
export type Sent = Pick<Answer, 'bearer' | 'request'>

export function findRequestId({ headers }: Response, { bearer, request }: Sent): string | undefined {
  const id = headers.get('x-request-id')
  return id === null ? undefined : hideSecrets(id, bearer, request)
}
