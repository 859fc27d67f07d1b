/** What a client is set up with: options first, then the environment. */
import type { Clock } from './clock.ts'
import { ConfigurationError } from './errors.ts'
import type { Governor } from './governor/governor.ts'
import type { Hooks } from './hooks.ts'
import type { RetryOptions } from './retry/retry-options.ts'

/** A token, or a function that gives one for each call. */
export type Token = string | (() => string | Promise<string>)

/** What a client is made with. Nothing of it has to be given where the environment has the base URL and the token. */
export interface ClientOptions extends Hooks {
  /** The bearer token of the control API, or a function that gives one for each call. Default: `SPINDRIFT_TOKEN`. */
  readonly token?: Token
  /** Where the platform answers, without `/v2`. Default: `SPINDRIFT_BASE_URL`. */
  readonly baseUrl?: string
  /** Other base URLs or credentials for single APIs: `inference`, `agent`, `oauth`, `tools`. */
  readonly apis?: Readonly<Record<string, { readonly token?: Token; readonly baseUrl?: string }>>
  /** Sends tokens over plain HTTP to another machine too, for example to a sandbox in a container network. Default: this machine only. */
  readonly allowHttp?: boolean
  /** Used in place of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Named before the client's own in the `user-agent` header: `storefront/1.4`. Browsers send theirs instead. */
  readonly userAgent?: string
  /** Milliseconds that each attempt of a call may take; 0 waits for ever. Default 60,000. */
  readonly timeoutMs?: number
  /** How requests that failed are sent again; `false` for never. Default: up to 3 times, where that is safe. */
  readonly retry?: RetryOptions | false
  /**
   * The longest that a call waits for a rate limit by itself, in milliseconds, before it rejects with `RateLimitError`. Default: 60,000 for the burst
   * limit, which says how long it lasts, and 0 for the others.
   */
  readonly maxWaitMs?: number
  /** The most bytes that a call takes of a body, unpacked, before it rejects with `ReplyTooLargeError`. Default: 134,217,728 (128 MiB). `asResponse()` has no limit. */
  readonly maxReplyBytes?: number
  /** `false` says nothing of operations that are deprecated. Default: a warning for each of them, once in a process. */
  readonly deprecations?: boolean
  /** Paces requests under the platform's limits: `createGovernor()`. Default: the platform refuses what is too much. */
  readonly governor?: Governor
  /** Time and chance. For tests. */
  readonly clock?: Clock
}

/** Node, Deno and Bun have an environment; browsers and workers need not, and Deno may forbid to read it. */
export function findEnvironment(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } }
  try {
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}

export function resolveBaseUrl(options: ClientOptions, api: string): string {
  const name = api === 'control' ? 'SPINDRIFT_BASE_URL' : `SPINDRIFT_${api.toUpperCase()}_BASE_URL`
  const own = options.apis?.[api]?.baseUrl ?? (api === 'control' ? undefined : findEnvironment(name))
  const url = own ?? options.baseUrl ?? findEnvironment('SPINDRIFT_BASE_URL')
  if (url === undefined) {
    throw new ConfigurationError(`No base URL for the ${api} API. Pass { baseUrl } or set ${name}.`)
  }
  // Each call adds its own `/v2`; with two of them nothing would be found.
  const isWhole = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) && !/\/v2\/*$/.test(url) && URL.canParse(url)
  // Encrypted, or to a sandbox on this machine.
  const isPrivate = options.allowHttp || /^(https:|http:\/\/(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])[:/])/i.test(`${url}/`)
  if (!isWhole || !isPrivate) {
    throw new ConfigurationError(
      // What stands before an @ may be a password.
      `The base URL "${url.replace(/.*@/, '…@')}" must be https://, or http:// on this machine or with { allowHttp: true }, a host and at most a path, without /v2.`,
    )
  }
  return url.replace(/\/+$/, '')
}

/** `undefined` when there is none; only an operation that needs a token then fails. */
export function resolveToken(options: ClientOptions, api: string): Token | undefined {
  const own = options.apis?.[api]?.token
  if (own !== undefined) return own
  return takesModelAccessKey(api) ? findEnvironment('SPINDRIFT_MODEL_ACCESS_KEY') : (options.token ?? findEnvironment('SPINDRIFT_TOKEN'))
}

/** Bare models and agents know keys of their own; the token of the control API is never sent to them. */
function takesModelAccessKey(api: string): boolean {
  return /^(inference|agent)$/.test(api)
}

/** What `fetch` says of a header it cannot send repeats that header, so a broken token must not get as far as that. */
export async function readToken(token: Token | undefined, operation: string, api: string): Promise<string> {
  const bearer = (typeof token === 'function' ? await token() : token)?.trim()
  if (bearer && /^[!-~]+$/.test(bearer)) return bearer
  const { explainToken } = await import('./rarely-needed.ts')
  throw new ConfigurationError(explainToken(bearer, operation, api, takesModelAccessKey(api)))
}

/** A browser says its own, and one set by a program would make it ask the server for leave first. */
export function resolveUserAgent({ userAgent }: ClientOptions): string | undefined {
  const runtime = (globalThis as { readonly navigator?: { readonly userAgent?: string } }).navigator?.userAgent ?? ''
  return runtime.startsWith('Mozilla/') ? undefined : [userAgent, 'spindrift-client', runtime].filter(Boolean).join(' ')
}
