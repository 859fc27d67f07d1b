import { ownerAccountId } from '../catalog/owner.ts'
import { findUserByEmail } from '../auth/users.ts'
import type { Dependencies } from '../dependencies.ts'
import { unprocessable } from '../engine/failure.ts'
import { RequestContext } from '../http/request-context.ts'

export interface WorldRequest {
  readonly method: string
  /** URL with or without scheme and host. */
  readonly url: string
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Email address of the user whose account it is for. Default: the owner. */
  readonly account?: string | undefined
}

/** Builds a request of a world. @throws Failure when there is no such user */
export function createWorldRequest(
  { method, url, body, headers: more, account: email }: WorldRequest,
  dependencies: Dependencies,
): RequestContext {
  const { options, platform } = dependencies
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    ...more,
    ...(options.controlToken !== undefined && { authorization: `Bearer ${options.controlToken}` }),
  }
  const user = email === undefined ? undefined : findUserByEmail(platform.store, email)
  if (email !== undefined && !user) throw unprocessable(`account: there is no user "${email}".`)
  const target = URL.canParse(url) ? url.slice(new URL(url).origin.length) : url
  const request = { method, url: target, headers, ...(text !== undefined && { body: new TextEncoder().encode(text) }) }
  const context = new RequestContext(request, 'world')
  context.caller = { id: 'world', kind: 'personal', account: user?.account ?? ownerAccountId, canWrite: true, createdAt: 0 }
  return context
}
