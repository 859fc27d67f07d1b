/** Checks the promises of the specification for every response. */
import { checkHeadReply, checkReply } from '../../check-reply.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import type { SandboxResponse } from '../../fixtures/test-sandbox.ts'

/**
 * Statuses that precede the lookup of the operation, documented as `default`: unreadable path or body, large body, wrong media type,
 * unknown path.
 */
const general: ReadonlySet<number> = new Set([400, 405, 413, 415])

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

/** Returns one line for each violation. */
export function checkResponse(entry: OperationEntry, response: SandboxResponse, method = 'GET'): string[] {
  const { status } = response
  const isListed = entry.operation.replies.some((reply) => reply.status === String(status))
  const faults = method === 'HEAD' && status < 400 ? checkHeadReply(entry, response) : checkReply(entry, response)
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(isListed || general.has(status) || status >= 500
      ? []
      : [`status ${status} is not among the operation's own: ${getMessage(response)}`]),
    ...(method === 'HEAD' && status >= 400 ? [] : faults),
    ...checkCommonHeaders(response),
    ...(status >= 400 && method !== 'HEAD' ? checkError(response) : []),
  ]
}

/** Checks the headers of every response, also outside of operations. */
export function checkCommonHeaders({ headers }: Pick<SandboxResponse, 'headers'>): string[] {
  const id = headers.get('x-request-id') ?? ''
  return [
    ...(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? [] : [`x-request-id is "${id}"`]),
    ...limitHeaders.filter((name) => !/^\d+$/.test(headers.get(name) ?? '')).map((name) => `${name} is "${headers.get(name) ?? ''}"`),
  ]
}

/** Checks the error format. The authorization server has its own, and pages have none. */
function checkError({ headers, body }: SandboxResponse): string[] {
  if (!isObject(body) || 'error_description' in body) return []
  const { id, message, request_id: requestId } = body
  return [
    ...(typeof id === 'string' && id !== '' && typeof message === 'string' && message !== '' ? [] : ['the error has no id or no message']),
    ...(requestId === headers.get('x-request-id') ? [] : ['request_id is not x-request-id']),
  ]
}

export function getMessage({ body, text }: SandboxResponse): string {
  return isObject(body) ? String(body['message'] ?? body['error_description'] ?? '') : text.slice(0, 200)
}
