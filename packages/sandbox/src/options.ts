import type { Durability } from './store/store.ts'
import { type WorldName, worldNames } from './worlds/find-image.ts'
import type { WorldDefinition } from './worlds/world-definition.ts'

/** A request that was answered. */
export interface RequestSummary {
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly at: number
}

/** What can be chosen when a sandbox is made. */
export interface SandboxOptions {
  /**
   * The file that keeps the state. Without it, the state is in memory and ends with the process. With `startSandbox`, also the address of a
   * Postgres database, `postgres://…`, which any number of sandboxes may share, each with its own request log and events; that needs the package `pg`.
   */
  readonly state?: string | undefined
  /**
   * `normal`, the default: every acknowledged write survives `kill -9`. `full`: every acknowledged write also survives a power failure
   * (SQLite's `synchronous=FULL`).
   */
  readonly durability?: Durability | undefined
  /** From which every id and secret follows. A state file keeps the one it was made with. */
  readonly seed?: number | string | undefined
  /**
   * What is there on the first day: nothing, the bookshop of the specification's examples, whose clock begins when the examples end, or
   * what an object says: `{ droplets: [{ name: 'web-1', … }] }`. A state file keeps what it was made with. `empty` where nothing is said;
   * `spindrift-sandbox start` says `tidewater`.
   */
  readonly world?: WorldName | WorldDefinition | undefined
  /** `report` counts and says in the headers how much is left, and refuses nothing. */
  readonly rateLimits?: 'on' | 'report' | 'off' | undefined
  /** How long every action and state change takes, instead of each its own time. */
  readonly actionSeconds?: number | undefined
  /** `real` has the delays that the platform was seen to have: what was deleted, moved or switched off shows that only some seconds later. `none`, the default, has none. */
  readonly lag?: 'real' | 'none' | undefined
  /**
   * What `/_sandbox` needs, as `Authorization: Bearer …` or as the password of HTTP's own sign-in; 16 characters or more. With it, requests are
   * answered under the names of this machine, under addresses and under `allowedHosts`, and under no others.
   */
  readonly controlToken?: string | undefined
  /** Names under which it is asked beside `localhost` and addresses, without a port: `sandbox`, or `.example.com` for all that end so. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Where it is for its clients, behind a proxy: `https://sandbox.example.com`. Replies and pages lead there. */
  readonly baseUrl?: string | undefined
  /** Origins like `http://localhost:5173` whose pages may use `/_sandbox` from the browser, beside its own page. */
  readonly controlOrigins?: readonly string[] | undefined
  /** Where the reference is served, for the links that lead there; `http://127.0.0.1:4040/`, as `npx @spindrift/reference` does. */
  readonly referenceUrl?: string | undefined
  /** How many requests `/_sandbox/requests` remembers, 1000; 0 for none, and then what they changed is not recorded either. */
  readonly requestLog?: number | undefined
  /** And how many mebibytes they and their bodies may take, 32. */
  readonly requestLogMb?: number | undefined
  /** Checks every reply against the specification and answers 500 to one that breaks it. For the sandbox's own tests: the published package has not what it takes. */
  readonly checkReplies?: boolean | undefined
  /** Told of every request to the platform's own paths, once it is answered. */
  readonly onRequest?: ((request: RequestSummary) => void) | undefined
  /** Told of every failure that is the sandbox's own: the request's id, `due` for what fell due by itself, or `state` for what a state file has lost. Without it they are printed to the standard error. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined
}

/** And when it is started on a port. */
export interface StartOptions extends SandboxOptions {
  /** 0 for any that is free. */
  readonly port?: number | undefined
  /** The address to listen on; `127.0.0.1`. Beyond loopback there is always a control token, made if none is given. */
  readonly host?: string | undefined
  /** Addresses or ranges like `10.0.0.0/8` of proxies, whose `X-Forwarded-For`, `-Host` and `-Proto` are believed. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Files with the certificate, or the chain, and its key, in PEM: everything is HTTPS. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Makes a certificate for this run instead; `GET /_sandbox/ca.pem` has the one that stands for it. */
  readonly tls?: 'self-signed' | undefined
  /** How long a client may take to send a request; 30. */
  readonly requestSeconds?: number | undefined
}

/** Whether a state is in Postgres, by its address. */
export function isPostgres(state: string | undefined): state is string {
  return /^postgres(?:ql)?:\/\//.test(state ?? '')
}

export const defaultPort = 4020
export const defaultHost = '127.0.0.1'

/** Where `npx @spindrift/reference` serves it. */
export const defaultReference = 'http://127.0.0.1:4040/'

export const minTokenLength = 16

export const defaultLog = { max: 1000, mebibytes: 32 }

/** For callers without types. @throws Error naming the option */
export function checkOptions({
  rateLimits = 'on',
  actionSeconds = 0,
  lag = 'none',
  durability = 'normal',
  controlOrigins = [],
  controlToken,
  allowedHosts = [],
  baseUrl,
  referenceUrl = defaultReference,
  world = 'empty',
  requestLog = defaultLog.max,
  requestLogMb = defaultLog.mebibytes,
}: SandboxOptions): void {
  if (!['on', 'report', 'off'].includes(rateLimits)) throw new Error(`rateLimits is "${rateLimits}"; it must be on, report or off.`)
  if (!(actionSeconds >= 0 && actionSeconds < Infinity)) throw new Error(`actionSeconds is ${actionSeconds}; it must be a number from 0.`)
  if (!['full', 'normal'].includes(durability)) throw new Error(`durability is "${durability}"; it must be full or normal.`)
  if (typeof world !== 'object' && !worldNames.includes(world))
    throw new Error(`world is "${String(world)}"; it must be ${worldNames.join(', ')} or an object.`)
  if (!['real', 'none'].includes(lag)) throw new Error(`lag is "${lag}"; it must be real or none.`)
  if (!Number.isSafeInteger(requestLog) || requestLog < 0) throw new Error(`requestLog is ${requestLog}; it must be a whole number from 0.`)
  if (!(requestLogMb > 0 && requestLogMb < Infinity)) throw new Error(`requestLogMb is ${requestLogMb}; it must be a number above 0.`)
  const wrong = controlOrigins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong !== undefined) throw new Error(`controlOrigins has "${wrong}"; each must be an origin like http://localhost:5173.`)
  if (controlToken !== undefined && !isControlToken(controlToken))
    throw new Error(`controlToken must be ${minTokenLength} or more letters, digits and signs, without spaces.`)
  const name = allowedHosts.find((host) => !isHostName(host))
  if (name !== undefined) throw new Error(`allowedHosts has "${name}"; each must be a name like sandbox or .example.com, without a port.`)
  if (baseUrl !== undefined && !isBaseUrl(baseUrl))
    throw new Error(`baseUrl is "${baseUrl}"; it must be like https://sandbox.example.com, without a path.`)
  if (!isReferenceUrl(referenceUrl))
    throw new Error(`referenceUrl is "${referenceUrl}"; it must be a folder like https://docs.example.com/cloud/.`)
}

export function isControlToken(text: string): boolean {
  return text.length >= minTokenLength && /^[!-~]+$/.test(text)
}

export function isHostName(text: string): boolean {
  return /^\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(text)
}

export function isBaseUrl(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

/** A folder: without the slash at its end, the last step would be replaced by what is below it. */
export function isReferenceUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href.endsWith('/') && url.search === '' && url.hash === ''
}
