/** Requests to the sandbox: its controls under the control token, and the platform's own API under the token of its first user. */
import type { Controls, Info } from '../../src/generated/controls.ts'
import { observe } from './observable.ts'

/** A refusal, in the words of the sandbox. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const tokenKey = 'spindrift-control-token'

/** Whom a dialog has to ask for the control token; undefined while nobody waits. */
export const tokenWanted = observe<{ readonly isWrong: boolean; readonly give: (token: string) => void } | undefined>(undefined)

let asking: Promise<void> | undefined

function requestToken(): Promise<void> {
  asking ??= new Promise((resolve) => {
    tokenWanted.set({
      isWrong: sessionStorage.getItem(tokenKey) !== null,
      give: (token) => {
        sessionStorage.setItem(tokenKey, token)
        asking = undefined
        tokenWanted.set(undefined)
        resolve()
      },
    })
  })
  return asking
}

/** Without `credentials: 'omit'` the browser would ask for a name and a password of its own. */
export async function openControl(path: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const token = sessionStorage.getItem(tokenKey)
    const headers = { ...(init.headers as Record<string, string>), ...(token !== null && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`/_sandbox/${path}`, { ...init, headers, credentials: 'omit' })
    if (response.status !== 401) return response
    await requestToken()
  }
}

type Given<Key extends keyof Controls> = Partial<Pick<Controls[Key], 'path' | 'query' | 'body'>>

/**
 * @param key a method and a path of the document of the controls, packages/sandbox/control/openapi.yaml
 * @throws Refused
 */
export async function control<Key extends keyof Controls>(
  key: Key,
  { path, query, body }: Given<Key> = {},
): Promise<Controls[Key]['reply']> {
  const [method = 'GET', address = ''] = key.split(' ')
  const values = (path ?? {}) as Readonly<Record<string, unknown>>
  const filled = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = given.length === 0 ? '' : `?${String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))}`
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await openControl(`${filled.slice('/_sandbox/'.length)}${search}`, { method, ...sent })
  const text = await response.text()
  const value: unknown = text === '' ? undefined : parseText(text)
  if (!response.ok) throw new Refused(response.status, String((value as { message?: unknown } | undefined)?.message ?? response.statusText))
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
  info.catch(removeInfo)
  return info
}

/** Tokens change when the state is replaced. */
export function removeInfo(): void {
  info = undefined
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly media?: string | undefined
  /** Whether it takes the model access key, or which other key it takes. */
  readonly key?: boolean | string | undefined
}

export interface Answered {
  readonly status: number
  readonly body: unknown
  readonly id: string
  readonly milliseconds: number
}

const ownKey = 'spindrift-own-requests'
const maxOwnRequests = 2000

/** The ids of the requests that this page made itself, also before it was loaded anew. */
export const ownRequests = new Set(JSON.parse(sessionStorage.getItem(ownKey) ?? '[]') as string[])
addEventListener('pagehide', () => sessionStorage.setItem(ownKey, JSON.stringify([...ownRequests].slice(-maxOwnRequests))))

export async function openApi({ method, path, body, media = 'application/json', key }: Asked): Promise<Response> {
  const { tokens, inference_key: modelKey } = await requestInfo()
  const authorization = `Bearer ${typeof key === 'string' ? key : key ? modelKey : tokens.full}`
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const headers = { authorization, ...(body !== undefined && { 'content-type': media }) }
  const response = await fetch(path, { method, headers, credentials: 'omit', ...sent })
  ownRequests.add(response.headers.get('x-request-id') ?? '')
  return response
}

export async function ask(asked: Asked): Promise<Answered> {
  const started = performance.now()
  const response = await openApi(asked)
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : parseText(text),
    id: response.headers.get('x-request-id') ?? '',
    milliseconds: performance.now() - started,
  }
}

/** @throws Refused */
export async function read<T>(path: string): Promise<T> {
  const { status, body } = await ask({ method: 'GET', path })
  if (status >= 400) throw new Refused(status, describeRefusal(status, body))
  return body as T
}

export function describeRefusal(status: number, body: unknown): string {
  const { message, error } = Object(body) as { message?: unknown; error?: { message?: unknown } }
  return `${status}: ${String(message ?? error?.message ?? 'refused without a word')}`
}
