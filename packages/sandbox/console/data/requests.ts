/** Requests to the control API with the control token, and requests of the user to the platform's API. */
import type { Controls, Info } from '../../src/generated/controls.ts'
import { observe } from './observable.ts'

/** Error response of the sandbox. */
class ResponseError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const tokenKey = 'spindrift-control-token'

/** Pending request for the control token, answered by the dialog. */
export const tokenRequest = observe<{ readonly isWrong: boolean; readonly submit: (token: string) => void } | undefined>(undefined)

let pendingToken: Promise<void> | undefined

function requestToken(): Promise<void> {
  pendingToken ??= new Promise((resolve) => {
    tokenRequest.set({
      isWrong: sessionStorage.getItem(tokenKey) !== null,
      submit: (token) => {
        sessionStorage.setItem(tokenKey, token)
        pendingToken = undefined
        tokenRequest.set(undefined)
        resolve()
      },
    })
  })
  return pendingToken
}

/** `credentials: 'omit'` suppresses the password prompt of the browser. */
export async function openControl(path: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const token = sessionStorage.getItem(tokenKey)
    const headers = { ...(init.headers as Record<string, string>), ...(token !== null && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`/_sandbox/${path}`, { ...init, headers, credentials: 'omit' })
    if (response.status !== 401) return response
    await requestToken()
  }
}

type ControlInput<Key extends keyof Controls> = Partial<Pick<Controls[Key], 'path' | 'query' | 'body'>>

/**
 * @param key method and path of the control API, packages/sandbox/control/openapi.yaml
 * @throws ResponseError
 */
export async function control<Key extends keyof Controls>(
  key: Key,
  { path, query, body }: ControlInput<Key> = {},
): Promise<Controls[Key]['reply']> {
  const [method = 'GET', address = ''] = key.split(' ')
  const values = (path ?? {}) as Readonly<Record<string, unknown>>
  const filledPath = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = entries.length === 0 ? '' : `?${String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])))}`
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await openControl(`${filledPath.slice('/_sandbox/'.length)}${search}`, { method, ...init })
  const text = await response.text()
  const value: unknown = text === '' ? undefined : parseText(text)
  if (!response.ok)
    throw new ResponseError(response.status, String((value as { message?: unknown } | undefined)?.message ?? response.statusText))
  return value as Controls[Key]['reply']
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

let info: Promise<Info> | undefined

export function requestInfo(): Promise<Info> {
  info ??= control('GET /_sandbox/info')
  info.catch(invalidateInfo)
  return info
}

/** Invalidates the cache: tokens change when the state is replaced. */
export function invalidateInfo(): void {
  info = undefined
}

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly media?: string | undefined
  /** True for the model access key; default: the full-access token. */
  readonly key?: boolean | undefined
}

export interface ApiReply {
  readonly status: number
  readonly body: unknown
  readonly id: string
  readonly milliseconds: number
}

/** Sends a request on behalf of the user. It is logged like every other request. */
export async function sendApiRequest({ method, path, body, media = 'application/json', key }: ApiRequest): Promise<ApiReply> {
  const { tokens, inference_key: modelKey } = await requestInfo()
  const headers = { authorization: `Bearer ${key ? modelKey : tokens.full}`, ...(body !== undefined && { 'content-type': media }) }
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const startTime = performance.now()
  const response = await fetch(path, { method, headers, credentials: 'omit', ...init })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : parseText(text),
    id: response.headers.get('x-request-id') ?? '',
    milliseconds: performance.now() - startTime,
  }
}

/** Reads the platform's state without rate limits, faults or an entry in the log. @throws ResponseError */
export async function getApi<T>(url: string): Promise<T> {
  return (await control('GET /_sandbox/api', { query: { url } })) as T
}

export function describeError(status: number, body: unknown): string {
  const { message, error } = Object(body) as { message?: unknown; error?: { message?: unknown } }
  return `${status}: ${String(message ?? error?.message ?? 'no message')}`
}
