/** Follows redirects by the rules of `fetch`. */
import type { Dispatcher } from 'undici'

/** A request as it was sent. */
export interface NodeRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: string | Uint8Array | undefined
  readonly signal: AbortSignal | null
}

/** Returns the next request, or `undefined` if the response is not a redirect. */
export function followRedirect(nodeRequest: NodeRequest, { statusCode, headers }: Dispatcher.ResponseData): NodeRequest | undefined {
  const [location] = [headers['location']].flat()
  if (location === undefined || !redirects.has(statusCode)) return undefined
  const from = new URL(nodeRequest.url)
  const to = new URL(location, from)
  if (!/^https?:$/.test(to.protocol)) throw new Error(`a redirect to ${to.protocol}`)
  // Credentials are not sent to another origin.
  const kept =
    to.origin === from.origin ? nodeRequest.headers : omit(nodeRequest.headers, /^(authorization|proxy-authorization|cookie|host)$/i)
  const becomesGet = statusCode === 303 ? !/^(GET|HEAD)$/.test(nodeRequest.method) : statusCode < 303 && nodeRequest.method === 'POST'
  if (!becomesGet) return { ...nodeRequest, url: to.href, headers: kept }
  return { ...nodeRequest, url: to.href, method: 'GET', headers: omit(kept, /^content-/i), body: undefined }
}

const redirects = new Set([301, 302, 303, 307, 308])

function omit(headers: NodeRequest['headers'] = {}, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)))
}
