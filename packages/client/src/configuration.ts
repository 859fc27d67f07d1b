/** Configuration of a client: options first, then environment variables. */
import type { Clock } from './clock.ts'
import { ConfigurationError } from './errors.ts'
import type { Governor } from './governor/governor.ts'
import type { Hooks } from './hooks.ts'
import type { RetryOptions } from './retry/retry-options.ts'

/** A token, or a function that returns one for each call. */
export type Token = string | (() => string | Promise<string>)

/** Options of a client. All are optional if the environment has the base URL and the token. */
export interface ClientOptions extends Hooks {
  /** The bearer token of the control API, or a function that returns one for each call. Default: `SPINDRIFT_TOKEN`. */
  readonly token?: Token
  /** URL of the platform, without `/v2`. Default: `SPINDRIFT_BASE_URL`. */
  readonly baseUrl?: string
  /** Other base URLs or credentials for single APIs: `inference`, `agent`, `oauth`, `tools`. */
  readonly apis?: Readonly<Record<string, { readonly token?: Token; readonly baseUrl?: string }>>
  /** Allows plain HTTP to other machines, for example to a sandbox in a container network. Default: only to this machine. */
  readonly allowHttp?: boolean
  /** Replacement for the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Your program in the `user-agent` header, before the name of this client: `storefront/1.4`. Browsers send their own header instead. */
  readonly userAgent?: string
  /** Maximum time of each attempt of a call in milliseconds; 0 means no limit. Default 60,000. */
  readonly timeoutMs?: number
  /** Retry policy; `false` turns retries off. Default: up to 3 retries of requests that are safe to repeat. */
  readonly retry?: RetryOptions | false
  /**
   * Maximum time that a call waits for a rate limit, in milliseconds, before it rejects with `RateLimitError`. Default: 60,000 for the burst limit,
   * which sends `retry-after`, and 0 for the others.
   */
  readonly maxWaitMs?: number
  /** Maximum size of a decoded response body in bytes; a larger one rejects with `ReplyTooLargeError`. Default: 134,217,728 (128 MiB). `asResponse()` has no limit. */
  readonly maxReplyBytes?: number
  /** `false` turns off the warnings for deprecated operations. Default: one warning per operation and process. */
  readonly deprecations?: boolean
  /** Keeps requests below the rate limits of the platform: `createGovernor()`. Default: none; the platform replies 429. */
  readonly governor?: Governor
  /** Source of time and randomness, for tests. */
  readonly clock?: Clock
}

/** Reads an environment variable. Browsers and workers may have none, and Deno may deny access. */
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
  const configured = options.apis?.[api]?.baseUrl ?? (api === 'control' ? undefined : findEnvironment(name))
  const url = configured ?? options.baseUrl ?? findEnvironment('SPINDRIFT_BASE_URL')
  if (url === undefined) {
    throw new ConfigurationError(`No base URL for the ${api} API. Pass { baseUrl } or set ${name}.`)
  }
  // Each call adds `/v2` itself.
  const isValid = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) && !/\/v2\/*$/.test(url) && URL.canParse(url)
  // HTTPS, or plain HTTP to this machine.
  const isSecure = options.allowHttp || /^(https:|http:\/\/(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])[:/])/i.test(`${url}/`)
  if (!isValid || !isSecure) {
    throw new ConfigurationError(
      // The part before an @ may hold a password.
      `The base URL "${url.replace(/.*@/, '…@')}" must be https://, or http:// on this machine or with { allowHttp: true }, a host and at most a path, without /v2.`,
    )
  }
  return url.replace(/\/+$/, '')
}

/** Returns the token of an API, or `undefined` if none is configured: only operations that need one fail then. */
export function resolveToken(options: ClientOptions, api: string): Token | undefined {
  const configured = options.apis?.[api]?.token
  if (configured !== undefined) return configured
  return takesModelAccessKey(api) ? findEnvironment('SPINDRIFT_MODEL_ACCESS_KEY') : (options.token ?? findEnvironment('SPINDRIFT_TOKEN'))
}

/** True for the APIs that use model access keys. The token of the control API is never sent to them. */
export function takesModelAccessKey(api: string): boolean {
  return /^(inference|agent)$/.test(api)
}

/** True for a token that can be sent: `fetch` would repeat an invalid header, and so the token, in its error. */
export function isToken(bearer: string | undefined): bearer is string {
  return bearer !== undefined && /^[!-~]+$/.test(bearer)
}

/** Returns the `user-agent` header, or `undefined` in a browser, where setting it would cause a CORS preflight request. */
export function resolveUserAgent({ userAgent }: ClientOptions): string | undefined {
  const runtime = (globalThis as { readonly navigator?: { readonly userAgent?: string } }).navigator?.userAgent ?? ''
  return runtime.startsWith('Mozilla/') ? undefined : [userAgent, 'spindrift-client', runtime].filter(Boolean).join(' ')
}
