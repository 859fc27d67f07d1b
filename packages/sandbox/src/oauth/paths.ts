/** Where the authorization server is. The pages' own addresses are no part of the API. */
export const authorizePath = '/v1/oauth/authorize'
export const signInPath = '/v1/oauth/sign-in'
export const consentPath = '/v1/oauth/consent'

/** Whether people, not programs, read what is answered there. */
export function isPagePath(path: string): boolean {
  return path === authorizePath || path === signInPath || path === consentPath
}
