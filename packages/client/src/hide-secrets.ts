/** Masks secrets of the request in messages. */
import type { AnyRequest, ApiResponse } from './request-types.ts'

/** Names of fields and headers that may hold a secret. */
export const secretName = /token|secret|password|code|key|verifier|assertion|signature/i

/** Masks the secrets of a request in a text: some servers and proxies repeat the request in their response. */
export function hideSecrets(text: string, bearer: string | undefined, { body, query, header }: AnyRequest): string {
  let masked = text
  for (const part of [{ token: bearer }, body, query, header]) {
    for (const [name, value] of Object.entries<unknown>(Object(part))) {
      // Shorter values are not secrets and could match inside words.
      if (secretName.test(name) && typeof value === 'string' && value.length >= 8) masked = masked.replaceAll(value, '…')
    }
  }
  return masked
}

/** Parts of a request that may hold secrets. */
export type RequestSecrets = Pick<ApiResponse, 'bearer' | 'request'>

export function findRequestId({ headers }: Response, { bearer, request }: RequestSecrets): string | undefined {
  const id = headers.get('x-request-id')
  return id === null ? undefined : hideSecrets(id, bearer, request)
}
