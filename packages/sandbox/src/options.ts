import type { Durability } from './store/store.ts'
import { isServiceName, type ServiceName, serviceNames } from './services/service-names.ts'
import type { ModelsFrom } from './inference/model-servers.ts'
import type { Service } from './services/service.ts'
import { type WorldName, worldNames } from './worlds/find-image.ts'
import type { WorldDefinition } from './worlds/world-definition.ts'

/** Summary of a handled request. */
export interface RequestSummary {
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly at: number
}

/** Options of `createSandbox`. */
export interface SandboxOptions {
  /**
   * File of the state. Default: in memory, for the lifetime of the process. `startSandbox` also accepts the URL of a Postgres database,
   * `postgres://…`, which several sandboxes can share, each with its own request log and events; it needs the package `pg`.
   */
  readonly state?: string | undefined
  /**
   * `normal`, the default: every acknowledged write survives `kill -9`. `full`: every acknowledged write also survives a power failure
   * (SQLite's `synchronous=FULL`).
   */
  readonly durability?: Durability | undefined
  /** Seed of all ids and secrets. A state file keeps the seed it was created with. */
  readonly seed?: number | string | undefined
  /**
   * Seed data: `empty`, the default; `tidewater`, the bookshop of the specification's examples, and the default of
   * `spindrift-sandbox start`; or an object like `{ droplets: [{ name: 'web-1', … }] }`. A state file keeps the world it was created with.
   */
  readonly world?: WorldName | WorldDefinition | undefined
  /** `report` counts requests and sends the headers, but rejects no requests. */
  readonly rateLimits?: 'on' | 'report' | 'off' | undefined
  /** Duration of every action and state change in seconds, instead of realistic durations. */
  readonly actionSeconds?: number | undefined
  /** `real` adds the propagation delays of the real platform: deleted, moved or powered-off resources show their new state some seconds later. Default: `none`. */
  readonly lag?: 'real' | 'none' | undefined
  /**
   * Token for `/_sandbox`, sent as `Authorization: Bearer …` or as the password of HTTP Basic; at least 16 characters.
   */
  readonly controlToken?: string | undefined
  /** Host names to accept besides `localhost` and IP addresses, without a port: `sandbox`, or `.example.com` for all subdomains. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Public base URL behind a proxy, used for links in replies and pages: `https://sandbox.example.com`. */
  readonly baseUrl?: string | undefined
  /**
   * Origins of pages that may use the APIs from the browser (CORS), besides those on this machine: `https://app.example.com`, or `*` for all,
   * as on the platform.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Origins like `http://localhost:5173` that may also use `/_sandbox` from the browser. */
  readonly controlOrigins?: readonly string[] | undefined
  /** Base URL of the reference site for links. Default: `http://127.0.0.1:4040/`, the address of `npx @spindrift/reference`. */
  readonly referenceUrl?: string | undefined
  /** Maximum number of requests in `/_sandbox/requests`. Default: 1000. 0 turns off the log and the recording of changes. */
  readonly requestLog?: number | undefined
  /** Maximum size of the request log in MiB. Default: 32. */
  readonly requestLogMb?: number | undefined
  /**
   * Services behind the API, for `startSandbox`: `spaces`, `postgres`, `dns` and `notifications` are the packages `@spindrift/spaces` and so on, which you install.
   */
  readonly services?: readonly (ServiceName | Service)[] | undefined
  /** Hosts of webhooks that alerts may be sent to, besides those of this machine, with the service `notifications`. */
  readonly allowNotify?: readonly string[] | undefined
  /**
   * Servers with the OpenAI protocol that answer chat completions, responses, embeddings and agents, instead of the rules of the sandbox:
   * a base URL, or a table like `{ '*': 'http://127.0.0.1:11434/v1', 'llama3.3-70b-instruct': { url: 'http://127.0.0.1:8000/v1', model: 'local-name' } }`.
   */
  readonly modelsFrom?: ModelsFrom | undefined
  /** Key for the servers of `modelsFrom`, sent as a bearer token. */
  readonly modelsKey?: string | undefined
  /** Validates every reply against the specification and responds with 500 if it is invalid. For the sandbox's own tests: the published package does not contain the validators. */
  readonly checkReplies?: boolean | undefined
  /** Called after every request to the paths of the platform. */
  readonly onRequest?: ((request: RequestSummary) => void) | undefined
  /** Called for internal errors of the sandbox, with the request id, `due` for a job, or `state` for lost state. Default: prints to standard error. */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined
}

/** Options of `startSandbox`. */
export interface StartOptions extends SandboxOptions {
  /** Default: 4020. 0 chooses a free port. */
  readonly port?: number | undefined
  /** Address to listen on. Default: `127.0.0.1`. For other addresses a control token is generated if none is set. */
  readonly host?: string | undefined
  /** Addresses or ranges like `10.0.0.0/8` of proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Files with the certificate or chain and its key in PEM, to serve HTTPS. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Creates a certificate for this run instead; `GET /_sandbox/ca.pem` returns the CA certificate. */
  readonly tls?: 'self-signed' | undefined
  /** Seconds that a client may take to send a request. Default: 30. */
  readonly requestSeconds?: number | undefined
}

/** Returns true for the URL of a Postgres database. */
export function isPostgres(state: string | undefined): state is `postgres${string}` {
  return /^postgres(?:ql)?:\/\//.test(state ?? '')
}

/** Formats the state for messages: of a database only host and name, because the user, the password and the query are secret. */
export function formatState(state: string): string {
  if (!isPostgres(state)) return state
  const { host = '', pathname = '', search = '', hash = '' } = URL.parse(state) ?? {}
  // An unescaped password can end the host early.
  return host === '' || `${pathname}${search}${hash}`.includes('@') ? 'postgres://…' : `postgres://${host}${pathname}`
}

export const defaultPort = 4020
export const defaultHost = '127.0.0.1'

/** Address of `npx @spindrift/reference`. */
export const defaultReference = 'http://127.0.0.1:4040/'

export const minTokenLength = 16

export const defaultLog = { max: 1000, mebibytes: 32 }

/** Every option. A missing name does not compile. */
const optionNames = {
  state: true,
  durability: true,
  seed: true,
  world: true,
  rateLimits: true,
  actionSeconds: true,
  lag: true,
  controlToken: true,
  allowedHosts: true,
  baseUrl: true,
  allowedOrigins: true,
  controlOrigins: true,
  referenceUrl: true,
  requestLog: true,
  requestLogMb: true,
  services: true,
  allowNotify: true,
  modelsFrom: true,
  modelsKey: true,
  checkReplies: true,
  onRequest: true,
  onError: true,
  port: true,
  host: true,
  trustedProxies: true,
  tlsCert: true,
  tlsKey: true,
  tls: true,
  requestSeconds: true,
} satisfies Record<keyof StartOptions, true>

/** Validates options, for callers without TypeScript. @throws Error naming the option */
export function checkOptions({
  state = '',
  rateLimits = 'on',
  actionSeconds = 0,
  lag = 'none',
  durability = 'normal',
  allowedOrigins = [],
  controlOrigins = [],
  controlToken,
  allowedHosts = [],
  baseUrl,
  referenceUrl = defaultReference,
  world = 'empty',
  services = [],
  modelsFrom,
  requestLog = defaultLog.max,
  requestLogMb = defaultLog.mebibytes,
  ...others
}: StartOptions): void {
  const unknown = Object.keys(others).find((name) => !Object.hasOwn(optionNames, name))
  if (unknown !== undefined)
    throw new Error(`There is no option ${JSON.stringify(unknown)}. See SandboxOptions and StartOptions for the names.`)
  // The value is not printed: it may contain a password.
  if (/^\w+:\/\//.test(state) && !isPostgres(state)) throw new Error('state must be a file, or a URL that begins with postgres://.')
  if (!['on', 'report', 'off'].includes(rateLimits)) throw new Error(`rateLimits is "${rateLimits}"; it must be on, report or off.`)
  if (!(actionSeconds >= 0 && actionSeconds < Infinity)) throw new Error(`actionSeconds is ${actionSeconds}; it must be a number from 0.`)
  if (!['full', 'normal'].includes(durability)) throw new Error(`durability is "${durability}"; it must be full or normal.`)
  if (typeof world !== 'object' && !worldNames.includes(world))
    throw new Error(`world is "${String(world)}"; it must be ${worldNames.join(', ')} or an object.`)
  if (!['real', 'none'].includes(lag)) throw new Error(`lag is "${lag}"; it must be real or none.`)
  const service = services.find((each) => typeof each !== 'object' && !isServiceName(each))
  if (service !== undefined) throw new Error(`services has "${String(service)}"; each must be ${serviceNames.join(', ')} or an object.`)
  if (services.length > 0 && isPostgres(state))
    throw new Error('services need a state in memory or in a file, because replicas cannot share the data of a service.')
  if (modelsFrom !== undefined && isPostgres(state))
    throw new Error('modelsFrom needs a state in memory or in a file, because replicas cannot record the usage of agents afterwards.')
  if (!Number.isSafeInteger(requestLog) || requestLog < 0) throw new Error(`requestLog is ${requestLog}; it must be a whole number from 0.`)
  if (!(requestLogMb > 0 && requestLogMb < Infinity)) throw new Error(`requestLogMb is ${requestLogMb}; it must be a number above 0.`)
  for (const [name, origins] of Object.entries({ allowedOrigins, controlOrigins })) {
    const invalidOrigin = origins.find((origin) => URL.parse(origin)?.origin !== origin && !(name === 'allowedOrigins' && origin === '*'))
    if (invalidOrigin !== undefined) throw new Error(`${name} has "${invalidOrigin}"; each must be an origin like http://localhost:5173.`)
  }
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

/** Returns true for the URL of a folder with a trailing slash, which relative links need. */
export function isReferenceUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href.endsWith('/') && url.search === '' && url.hash === ''
}
