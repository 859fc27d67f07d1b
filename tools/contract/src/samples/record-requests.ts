/** Runs samples without a server and records the request that each sends. */
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { createCloud } from '@spindrift/client'
import { createPathClient } from '@spindrift/client/paths'
import { createTools } from '@spindrift/client/tools'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string | null
  readonly contentType: string | null
  /** Parsed JSON, or the fields of a form. */
  readonly body: unknown
}

const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (...options: unknown[]) => Promise<unknown>

/** Records the request of a program with a stubbed `fetch` and client; tokens come from the environment. */
export async function recordProgram(source: string): Promise<SentRequest | undefined> {
  let sent: SentRequest | undefined
  const stub = (url: string, init: RequestInit = {}): Promise<Response> => {
    const { method, headers } = new Request(url, init)
    sent = {
      method,
      url,
      authorization: headers.get('authorization'),
      contentType: init.body === undefined ? null : getMediaType(headers),
      body: parseBody(headers, init.body instanceof ArrayBuffer ? new TextDecoder().decode(init.body) : init.body),
    }
    return Promise.resolve(Response.json({}))
  }
  const settings = (options?: object) => ({ ...options, fetch: stub, retry: false as const })
  const names = {
    createCloud: (options?: object) => createCloud(settings(options)),
    createPathClient: (options?: object) => createPathClient(settings(options)),
    createTools: (options?: object) => createTools(settings(options)),
    fetch: stub,
  }
  const program = stripTypeScriptTypes(source.replaceAll(/^import .*\n/gm, ''))
  await new AsyncFunction(...Object.keys(names), program)(...Object.values(names))
  return sent
}

/** Records the requests of shell samples with a stubbed `curl`. */
export function recordCurls(sources: readonly string[]): SentRequest[] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0\\n'; }\n${sources.join('')}`
  const output = execFileSync('sh', ['-s'], { input: script, maxBuffer: 64 * 1024 * 1024 })
  return output
    .toString()
    .split('\0\0\n')
    .slice(0, -1)
    .map((words) => parseCurl(words.split('\0')))
}

function parseCurl(words: readonly string[]): SentRequest {
  const listValues = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []))
  const fields = listValues('--data-urlencode').map((field) => field.split(/=(.*)/s).slice(0, 2) as [string, string])
  const headers = new Headers(listValues('-H').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
  const body = fields.length > 0 ? new URLSearchParams(fields) : [...listValues('-d'), ...listValues('--data-binary')][0]
  if (fields.length > 0) headers.set('content-type', 'application/x-www-form-urlencoded')
  return {
    method: listValues('-X')[0] ?? 'GET',
    url: words.find((word, index) => word.startsWith('http') && !words[index - 1]?.startsWith('-d')) ?? '',
    authorization: headers.get('authorization'),
    contentType: body === undefined ? null : getMediaType(headers),
    body: parseBody(headers, body),
  }
}

function getMediaType(headers: Headers): string | null {
  return headers.get('content-type')?.split(';')[0] ?? null
}

function parseBody(headers: Headers, body: unknown): unknown {
  if (body instanceof URLSearchParams || getMediaType(headers) === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(String(body)))
  if (typeof body !== 'string') return body
  return getMediaType(headers)?.endsWith('json') ? (JSON.parse(body) as unknown) : body
}
