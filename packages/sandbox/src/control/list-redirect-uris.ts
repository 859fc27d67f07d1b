/** The callback addresses of an application. They are compared byte for byte later, so only what is unmistakable is taken. */
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'

/** @throws Failure 422 */
export function listRedirectUris({ redirect_uri: one, redirect_uris: many }: Value): readonly string[] {
  if ((one === undefined) === (many === undefined)) throw new Failure(422, 'redirect_uri: give this, or several as redirect_uris')
  const uris = one === undefined ? many : [one]
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 20) throw new Failure(422, 'redirect_uris: must be 1 to 20 addresses')
  return uris.map((uri: unknown) => {
    const problem = findProblem(uri)
    if (problem !== undefined) throw new Failure(422, `redirect_uri: ${problem}`)
    return String(uri)
  })
}

const runsScripts = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

function findProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > 2000) return 'must be a text of at most 2,000 characters'
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri)) return 'must be written in plain characters, others percent-encoded'
  const url = URL.parse(uri)
  if (!url) return 'must be an absolute address'
  if (uri.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no user in it'
  if (runsScripts.has(url.protocol)) return `must not be a ${url.protocol} address`
  return undefined
}
