/** Redirect URIs of an application. They are compared byte for byte, so only unambiguous URIs are accepted. */
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'

/** @throws Failure 422 */
export function listRedirectUris({ redirect_uri: one, redirect_uris: many }: Value): readonly string[] {
  if ((one === undefined) === (many === undefined)) throw new Failure(422, 'redirect_uri: give either redirect_uri or redirect_uris')
  const uris = one === undefined ? many : [one]
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 20) throw new Failure(422, 'redirect_uris: must be a list of 1 to 20 URIs')
  return uris.map((uri: unknown) => {
    const problem = findProblem(uri)
    if (problem !== undefined) throw new Failure(422, `redirect_uri: ${problem}`)
    return String(uri)
  })
}

const runsScripts = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

function findProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > 2000) return 'must be a string of at most 2,000 characters'
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri)) return 'must contain only URI characters; percent-encode others'
  const url = URL.parse(uri)
  if (!url) return 'must be an absolute URI'
  if (uri.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no user name'
  if (runsScripts.has(url.protocol)) return `must not be a ${url.protocol} URI`
  return undefined
}
