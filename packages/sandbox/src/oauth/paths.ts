/** Paths of the authorization server. The paths of its pages are not part of the API. */
export const authorizePath = '/v1/oauth/authorize'
export const signInPath = '/v1/oauth/sign-in'
export const consentPath = '/v1/oauth/consent'

/** Returns true for paths whose responses are HTML pages. */
export function isPagePath(path: string): boolean {
  return path === authorizePath || path === signInPath || path === consentPath
}
