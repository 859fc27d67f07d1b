/** What holds for every answer, whatever was asked: the specification's promises for its status, to the letter. */
import { checkHeadReply, checkReply } from '../../check-reply.ts'
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import type { SandboxResponse } from './test-sandbox.ts'

/**
 * Statuses that any request can be answered with before its operation is looked at; the specification has them as `default`: a path
 * or body that cannot be read, a body too large or of another type, and what does not exist at all.
 */
const general: ReadonlySet<number> = new Set([400, 405, 413, 415])

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

/** One sentence for each promise that is broken. */
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

/** Also of answers that belong to no operation. */
export function checkCommonHeaders({ headers }: Pick<SandboxResponse, 'headers'>): string[] {
  const id = headers.get('x-request-id') ?? ''
  return [
    ...(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? [] : [`x-request-id is "${id}"`]),
    ...limitHeaders.filter((name) => !/^\d+$/.test(headers.get(name) ?? '')).map((name) => `${name} is "${headers.get(name) ?? ''}"`),
  ]
}

/** The authorization server's errors have a shape of their own, and pages have none. */
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
