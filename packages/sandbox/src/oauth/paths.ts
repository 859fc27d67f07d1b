import type { RequestContext } from '../http/request-context.ts'

/** Paths of the authorization server. The paths of its pages are not part of the API. */
export const authorizePath = '/v1/oauth/authorize'
export const signInPath = '/v1/oauth/sign-in'
export const consentPath = '/v1/oauth/consent'

/** Returns true if the response is an HTML page. The authorization endpoint has several spellings, so its operation decides. */
export function isPageRequest({ path, match }: Pick<RequestContext, 'path' | 'match'>): boolean {
  return path === signInPath || path === consentPath || match?.operations.get('GET')?.id === 'oauth_authorize'
}
