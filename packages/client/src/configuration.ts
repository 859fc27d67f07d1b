/** What a client is set up with: options first, then the environment. */
import { ConfigurationError } from './errors.ts'

export type Token = string | (() => string | Promise<string>)

export interface ClientOptions {
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
  /** Milliseconds a call may take; 0 waits for ever. Default 60,000. */
  readonly timeoutMs?: number
}

/** Node, Deno and Bun have an environment; browsers and workers need not. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } }
  return process?.env?.[name] || undefined
}

export function resolveBaseUrl(options: ClientOptions, api: string): string {
  const name = api === 'control' ? 'SPINDRIFT_BASE_URL' : `SPINDRIFT_${api.toUpperCase()}_BASE_URL`
  const url =
    options.apis?.[api]?.baseUrl ??
    (api === 'control' ? undefined : readEnvironment(name)) ??
    options.baseUrl ??
    readEnvironment('SPINDRIFT_BASE_URL')
  if (url === undefined) {
    throw new ConfigurationError(
      `No base URL for the ${api} API. Pass { baseUrl } or set ${name}; a local sandbox is at http://127.0.0.1:4020.`,
    )
  }
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) || !URL.canParse(url)) {
    // What stands before an @ may be a password.
    throw new ConfigurationError(`The base URL "${url.replace(/.*@/, '…@')}" must be http:// or https://, a host and at most a path.`)
  }
  if (!options.allowHttp && !isPrivate(url)) {
    throw new ConfigurationError(`The base URL "${url}" would send the token unencrypted. Use https://, or pass { allowHttp: true }.`)
  }
  return url.replace(/\/+$/, '')
}

/** Encrypted, or to a sandbox on this machine. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** `undefined` when there is none; only an operation that needs a token then fails. */
export function resolveToken(options: ClientOptions, api: string): Token | undefined {
  const own = options.apis?.[api]?.token
  if (own !== undefined) return own
  if (takesModelAccessKey(api)) return readEnvironment('SPINDRIFT_MODEL_ACCESS_KEY')
  return options.token ?? readEnvironment('SPINDRIFT_TOKEN')
}

/** Bare models and agents know keys of their own; the token of the control API is never sent to them. */
function takesModelAccessKey(api: string): boolean {
  return api === 'inference' || api === 'agent'
}

export function missingToken(operation: string, api: string): ConfigurationError {
  const mend = takesModelAccessKey(api)
    ? `Pass { apis: { ${api}: { token } } } or set SPINDRIFT_MODEL_ACCESS_KEY`
    : 'Pass { token } or set SPINDRIFT_TOKEN'
  return new ConfigurationError(`${operation} needs a token. ${mend}.`)
}
