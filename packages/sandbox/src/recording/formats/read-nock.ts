/** A recording of nock, as its recorder writes with `output_objects`: https://github.com/nock/nock#recording */
import type { Exchange } from '../exchange.ts'
import { readAddress, readBody, readHeaders, readTime } from './read-parts.ts'

interface NockDefinition {
  readonly scope: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body?: unknown
  readonly response?: unknown
  readonly rawHeaders?: unknown
  readonly headers?: unknown
  readonly reqheaders?: unknown
}

export function readNock(item: Readonly<Record<string, unknown>>): Exchange {
  const { scope, method, path, status, body, response, rawHeaders, headers: named, reqheaders } = item as unknown as NockDefinition
  const headers = readHeaders(rawHeaders ?? named)
  return {
    method: method.toUpperCase(),
    ...readAddress(`${scope}${path}`),
    requestHeaders: readHeaders(reqheaders),
    requestBody: readBody(body),
    ...readTime(undefined, headers),
    status,
    headers,
    body: readBody(isHex(response) ? Buffer.from(response.join(''), 'hex') : response, headers['content-encoding']),
  }
}

/** What was compressed is kept as pieces in hexadecimal. */
function isHex(response: unknown): response is readonly string[] {
  return (
    Array.isArray(response) &&
    response.length > 0 &&
    response.every((piece) => typeof piece === 'string' && /^([0-9a-f]{2})+$/i.test(piece))
  )
}
