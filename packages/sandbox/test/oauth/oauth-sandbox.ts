/** Sandbox with a registered application and a browser with cookies, for tests of the authorization server. */
import { createFormBrowser, type FormBrowser, type Page } from '@spindrift/testing/sign-in'
import { it as plain } from 'vitest'
import type { SeededCredentials } from '../../src/auth/seeded-credentials.ts'
import type { SandboxOptions } from '../../src/options.ts'
import type { Json } from '../create-test-sandbox.ts'
import { openSandbox } from '../open-sandbox.ts'
import type { BodyAt, FormAt, Known, ReplyAt } from '../operation-at.ts'

const origin = 'http://127.0.0.1:4020'

export interface Sent<Body = Json> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

/** Parts of a sandbox that the test browser needs. */
export type OAuthSandbox = ReturnType<typeof attach>

/** Creates it in this process; every reply is validated against the specification. */
export function createOAuth(options: SandboxOptions = {}) {
  const failures: unknown[] = []
  const sandbox = openSandbox({ checkReplies: true, onError: (error) => failures.push(error), ...options, seed: options.seed ?? 7 })
  const tools = attach(origin, sandbox.credentials(), async (address, init) => {
    const response = await sandbox.fetch(address, init)
    if (failures.length > 0) throw failures[0]
    return response
  })
  return { ...sandbox, ...tools }
}

/** Creates the same helpers for a listening sandbox. */
export function attach(base: string, { oauth: client, user, tokens }: SeededCredentials, ask: typeof fetch = fetch) {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Sent> => {
    const response = await ask(`${base}${path}`, { method, redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? (JSON.parse(text) as Json) : undefined }
  }
  /** Sends a request to the control API. */
  const control = <const Name extends string, Verb extends 'POST' | 'DELETE' = 'POST'>(
    name: Name,
    body: BodyAt<Lowercase<Verb>, `/_sandbox/${Name}`>,
    method?: Verb,
  ): Promise<Sent<ReplyAt<Lowercase<Verb>, `/_sandbox/${Name}`>>> =>
    send(method ?? 'POST', `/_sandbox/${name}`, { body: JSON.stringify(body) })
  return {
    base,
    client,
    user,
    tokens,
    send,
    get: <const Path extends string>(path: Known<'get', Path>, token?: string): Promise<Sent<ReplyAt<'get', Path>>> =>
      send('GET', path, { headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) } }),
    post: <const Path extends string>(
      path: Known<'post', Path>,
      token: string,
      body: BodyAt<'post', Path>,
    ): Promise<Sent<ReplyAt<'post', Path>>> =>
      send('POST', path, { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    form: <const Path extends string>(
      path: Known<'post', Path>,
      fields: FormAt<Path>,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Sent<ReplyAt<'post', Path>>> => send('POST', path, { body: new URLSearchParams(Object.entries(fields)), headers }),
    control,
    pass: (seconds: number) => control('clock', { advance_seconds: seconds }),
    /** Freezes the clock, so that time passes only through `pass`. */
    freeze: () => control('clock', { now: '2026-03-02T09:00:00Z', frozen: true }),
    addUser: async (email = 'ana@harbour.example') => (await control('users', { email, password: 'harbour-1' })).body,
    addApplication: async (name = 'Harbour Books', uri = 'https://harbour.example/callback') =>
      (await control('applications', { name, redirect_uri: uri })).body,
    /** Returns the URL to which an application sends the browser. Undefined parameters are omitted. */
    link: (parameters: Readonly<Record<string, string | undefined>> = {}) => {
      const all = { client_id: client.client_id, redirect_uri: client.redirect_uri, response_type: 'code', ...parameters }
      const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
      return `/v1/oauth/authorize?${new URLSearchParams(given)}` as const
    },
  }
}

/** Opens a browser without cookies. */
export const openBrowser = ({ base, user, send }: OAuthSandbox) => createFormBrowser({ base, user, send })

export type { FormBrowser as Browser, Page }

export async function getCode(
  sandbox: OAuthSandbox,
  parameters: Readonly<Record<string, string>> = {},
  user = sandbox.user,
): Promise<string> {
  const { location } = await openBrowser(sandbox).authorize(sandbox.link(parameters), user)
  return location.searchParams.get('code') ?? ''
}

/** Parameters to exchange a code. */
export const exchangeOf = ({ client }: OAuthSandbox, code: string) => ({ grant_type: 'authorization_code', code, ...client })

export async function getPair(sandbox: OAuthSandbox, scope = 'read write', user = sandbox.user) {
  const { body } = await sandbox.form('/v1/oauth/token', exchangeOf(sandbox, await getCode(sandbox, { scope }, user)))
  return body
}

export const refreshOf = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token })

/** Test function of the authorization server, with its sandbox, a browser without cookies, and grants on request. */
export const it = plain
  .extend('sandbox', () => createOAuth())
  .extend('browser', ({ sandbox }) => openBrowser(sandbox))
  .extend('code', ({ sandbox }) => getCode(sandbox))
  .extend('pair', ({ sandbox }) => getPair(sandbox))
