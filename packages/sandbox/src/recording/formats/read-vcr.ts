/** An interaction of VCR (Ruby) or VCR.py: https://benoittgt.github.io/vcr/#/cassettes/cassette_format */
import type { Exchange } from '../exchange.ts'
import { readAddress, readBody, readHeaders, readTime } from './read-parts.ts'

interface VcrInteraction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: unknown; readonly headers?: unknown }
  readonly response: { readonly status: { readonly code: number }; readonly headers?: unknown; readonly body?: unknown }
  readonly recorded_at?: unknown
}

export function readVcr(item: Readonly<Record<string, unknown>>): Exchange {
  const { request, response, recorded_at: stated } = item as unknown as VcrInteraction
  const headers = readHeaders(response.headers)
  return {
    method: request.method.toUpperCase(),
    ...readAddress(request.uri),
    requestHeaders: readHeaders(request.headers),
    requestBody: readVcrBody(request.body),
    ...readTime(stated, headers),
    status: response.status.code,
    headers,
    body: readVcrBody(response.body, headers['content-encoding']),
  }
}

/** A text, or an object that holds it under one of several names. */
function readVcrBody(body: unknown, encoding?: string): string {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return readBody(body, encoding)
  const { string, base64_string: base64 } = body as { readonly string?: unknown; readonly base64_string?: string }
  return base64 === undefined ? readBody(string, encoding) : readBody(Buffer.from(base64, 'base64'), encoding)
}
