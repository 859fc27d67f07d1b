/** HAR 1.2, as far as it is written and read here: http://www.softwareishard.com/blog/har-12-spec/ */
import type { Exchange } from '../exchange.ts'
import { readTime } from './read-parts.ts'

export interface HarPair {
  readonly name: string
  readonly value: string
}

export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly headers: readonly HarPair[]
    readonly queryString: readonly HarPair[]
    readonly cookies: readonly HarPair[]
    readonly headersSize: number
    readonly bodySize: number
    readonly postData?: { readonly mimeType: string; readonly text?: string }
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly headers: readonly HarPair[]
    readonly cookies: readonly HarPair[]
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string; readonly encoding?: string }
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly cache: object
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
}

export function writeEntry({
  method,
  origin,
  url,
  requestHeaders,
  requestBody,
  at = 0,
  took = 0,
  status,
  headers,
  body,
}: Exchange): HarEntry {
  const [, query = ''] = url.split(/\?(.*)/s)
  return {
    startedDateTime: new Date(at).toISOString(),
    time: took,
    request: {
      method,
      url: `${origin}${url}`,
      httpVersion: 'HTTP/1.1',
      headers: listPairs(requestHeaders),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: Buffer.byteLength(requestBody),
      ...(requestBody !== '' && { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: listPairs(headers),
      cookies: [],
      content: { size: Buffer.byteLength(body), mimeType: headers['content-type'] ?? '', text: body },
      redirectURL: headers['location'] ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  }
}

export function readEntry(entry: HarEntry): Exchange {
  const { request, response } = entry
  const { origin, pathname, search } = new URL(request.url)
  const { text = '', encoding } = response.content
  const headers = readPairs(response.headers)
  return {
    method: request.method,
    origin,
    url: `${pathname}${search}`,
    requestHeaders: readPairs(request.headers),
    requestBody: request.postData?.text ?? '',
    ...readTime(entry.startedDateTime, headers),
    took: entry.time,
    status: response.status,
    headers,
    body: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
  }
}

const listPairs = (headers: Readonly<Record<string, string>>): HarPair[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const readPairs = (pairs: readonly HarPair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value]))
