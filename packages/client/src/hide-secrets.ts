/** Masks secrets of the request in messages. */
import type { AnyRequest, ApiResponse } from './request-types.ts'

/** Names of fields and headers that may hold a secret. */
export const secretName = /token|secret|password|code|key|verifier|assertion|signature/i

/** Masks the secrets of a request in a text: some servers and proxies repeat the request in their response. */
export function hideSecrets(text: string, bearer: string | undefined, { body, query, header }: AnyRequest): string {
  return listSecrets([{ token: bearer }, body, query, header]).reduce((masked, secret) => masked.replaceAll(secret, '…'), text)
}

/** Returns the secrets at any depth of a value. Shorter values are not secrets and could match inside words. */
function listSecrets(value: unknown): string[] {
  return Object.entries<unknown>(Object(value)).flatMap(([name, each]) =>
    typeof each !== 'string' ? listSecrets(each) : secretName.test(name) && each.length >= 8 ? each : [],
  )
}

/**
 * Parses the body of an error response and masks the secrets of its request. They are masked after parsing, because JSON can escape any character.
 * Returns the masked text for anything but JSON, and `undefined` for an empty JSON body.
 */
export function parseErrorBody(content: string, isJson: boolean, { bearer, request }: RequestSecrets): unknown {
  const mask = (text: string) => hideSecrets(text, bearer, request)
  try {
    if (isJson) return content === '' ? undefined : mapStrings(JSON.parse(content), mask)
  } catch {
    // Invalid or too deeply nested JSON is returned as text.
  }
  return mask(content)
}

/** Replaces every string of parsed JSON, names included. */
function mapStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, replace))
  if (Object(value) !== value) return value
  return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [replace(name), mapStrings(each, replace)]))
}

/** Parts of a request that may hold secrets. */
export type RequestSecrets = Pick<ApiResponse, 'bearer' | 'request'>

export function findRequestId({ headers }: Response, { bearer, request }: RequestSecrets): string | undefined {
  const id = headers.get('x-request-id')
  return id === null ? undefined : hideSecrets(id, bearer, request)
}
