/** Formats and parses HAR 1.2: http://www.softwareishard.com/blog/har-12-spec/ */
import { parseInstant } from '../clock/parse-instant.ts'
import { parseJson } from './compare/id-map.ts'
import type { Exchange } from './exchange.ts'

type HarPair = Readonly<Record<'name' | 'value', string>>

export type HarEntry = ReturnType<typeof formatEntry>

export function formatEntry(context: Exchange) {
  const { method, origin, url, requestHeaders, requestBody, at, durationMs, status, headers, body } = context
  const [, query = ''] = url.split(/\?(.*)/s)
  return {
    startedDateTime: new Date(at).toISOString(),
    time: durationMs,
    request: {
      method,
      url: `${origin}${url}`,
      httpVersion: 'HTTP/1.1',
      headers: listPairs(Object.entries(requestHeaders)),
      queryString: listPairs(new URLSearchParams(query)),
      cookies: [],
      headersSize: -1,
      bodySize: Buffer.byteLength(requestBody),
      ...(requestBody !== '' && { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: listPairs(Object.entries(headers)),
      cookies: [],
      content: { size: Buffer.byteLength(body), mimeType: headers['content-type'] ?? '', text: body },
      redirectURL: headers['location'] ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  }
}

/** @throws Error with a one-line message */
export function parseHar(text: string, file: string): readonly Exchange[] {
  const entries = (parseTruncated(text) as { readonly log?: { readonly entries?: unknown } } | null | undefined)?.log?.entries
  if (!Array.isArray(entries)) throw new Error(`${file} is not a HAR file. Use one that \`spindrift-sandbox record\` or a browser wrote.`)
  return entries.map((entry, n) => {
    try {
      return parseEntry(entry as HarEntry)
    } catch (error) {
      throw new Error(`${file}: request ${n + 1} cannot be read (${(error as Error).message}).`, { cause: error })
    }
  })
}

/** Parses a truncated file up to its last complete entry; each entry is a line. */
function parseTruncated(text: string): unknown {
  const completed = `${text.slice(0, text.lastIndexOf('\n')).replace(/,$/, '')}]}}`
  return [text, `${text}]}}`, completed].map((each) => parseJson(each)).find((each) => each !== undefined)
}

function parseEntry({ request, response, startedDateTime, time }: HarEntry): Exchange {
  const { origin, pathname, search } = new URL(request.url)
  const { text = '', encoding }: { readonly text?: string; readonly encoding?: string } = response.content
  const at = parseInstant(startedDateTime)
  if (Number.isNaN(at)) throw new Error(`"${startedDateTime}" is not a time`)
  return {
    method: request.method,
    origin,
    url: `${pathname}${search}`,
    requestHeaders: parsePairs(request.headers),
    requestBody: request.postData?.text ?? '',
    at,
    durationMs: time,
    status: response.status,
    headers: parsePairs(response.headers),
    body: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
  }
}

const listPairs = (pairs: Iterable<[string, string]>): HarPair[] => [...pairs].map(([name, value]) => ({ name, value }))

const parsePairs = (pairs: readonly HarPair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value]))
