/** Follows redirects within one origin. Loaded with the first redirect. */
import type { ClientOptions } from './configuration.ts'
import { CloudError } from './errors.ts'

/** A request as it was sent. */
export interface SentRequest extends RequestInit {
  readonly headers: Readonly<Record<string, string>>
}

const maxRedirects = 20 // the limit of `fetch`

/**
 * Returns the response after the last redirect, by the rules of `fetch`. A redirect without `location` is returned as it is.
 *
 * @throws CloudError for a redirect to another origin, which would receive the body and the headers of the request
 */
export async function followRedirects(
  line: string,
  fetch: NonNullable<ClientOptions['fetch']>,
  url: string,
  sentRequest: SentRequest,
  first: Response,
): Promise<Response> {
  let from = url
  let request = sentRequest
  let response = first
  for (let count = 1; isRedirect(response); count += 1) {
    const location = response.headers.get('location')
    if (response.status !== 0 && location === null) return response
    // An unread body would hold its connection.
    response.body?.cancel().catch(() => {})
    const { origin, host } = new URL(from)
    // Browsers hide the location.
    if (location === null) throw new CloudError(`${line}: ${host} sent a redirect, which was not followed.`)
    const to = URL.canParse(location, from) ? new URL(location, from) : undefined
    if (to?.origin !== origin) {
      const target = to?.host === host ? to.origin : to?.host
      throw new CloudError(`${line}: ${host} sent a redirect to ${target || 'an invalid URL'}, which was not followed.`)
    }
    if (count > maxRedirects) throw new CloudError(`${line}: ${host} sent more than ${maxRedirects} redirects.`)
    from = to.href
    request = rewrite(request, response.status)
    // Hides the code of the error: it may be "connection refused", although the first server has received the request.
    response = await fetch(from, request).catch((cause: unknown) => {
      throw new Error('The request failed after a redirect.', { cause })
    })
  }
  return response
}

/** True for a redirect. Browsers show each as status 0. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || /^30[12378]$/.test(String(status))
}

/** Turns a POST into a GET, if the status demands it. */
function rewrite(request: SentRequest, status: number): SentRequest {
  const { method = 'GET' } = request
  if (status === 303 ? method === 'HEAD' : status > 303 || method !== 'POST') return request
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith('content-'))
  return { ...request, method: 'GET', headers: Object.fromEntries(headers), body: null }
}
