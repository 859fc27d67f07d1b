/** An interaction of go-vcr, of its versions 1 to 3 alike: https://github.com/dnaeon/go-vcr */
import type { Exchange } from '../exchange.ts'
import { readAddress, readBody, readHeaders, readTime } from './read-parts.ts'

interface GoVcrInteraction {
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown; readonly headers?: unknown }
  readonly response: { readonly code: number; readonly body?: unknown; readonly headers?: unknown }
}

export function readGoVcr(item: Readonly<Record<string, unknown>>): Exchange {
  const { request, response } = item as unknown as GoVcrInteraction
  const headers = readHeaders(response.headers)
  return {
    method: request.method,
    ...readAddress(request.url),
    requestHeaders: readHeaders(request.headers),
    requestBody: readBody(request.body),
    ...readTime(undefined, headers),
    status: response.code,
    headers,
    body: readBody(response.body, headers['content-encoding']),
  }
}
