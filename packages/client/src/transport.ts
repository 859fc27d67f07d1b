/** Sends requests, and retries them if that is safe. `format-request.ts` serializes them. */
import type { CallOptions } from './call.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type ClientOptions,
  findEnvironment,
  isToken,
  resolveBaseUrl,
  resolveToken,
  resolveUserAgent,
  type Token,
} from './configuration.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import { isInvalidCall, optionNames } from './check-call.ts'
import type { SentRequest } from './follow-redirects.ts'
import { readData } from './read-body.ts'
import { canRepeat, isTransient, planRetryDelay, checkUnsent } from './retry/decide-retry.ts'
import { addHeaders, type SerializedRequest, formatRequest } from './format-request.ts'
import type { AnyRequest, Target, ApiResponse } from './request-types.ts'

export interface Transport {
  (target: Target, request?: AnyRequest, options?: CallOptions): Promise<ApiResponse>
  readonly clock: Clock
  /** Reads the body of a response. Lazily loaded modules use it instead of an import, which keeps `read-body.ts` in the initial chunk. */
  readonly read: typeof readData
  readonly deprecations?: boolean | undefined
}

interface Endpoint {
  readonly baseUrl: string
  readonly token: Token | undefined
}

/** State that all calls of a client share. */
interface Client {
  readonly options: ClientOptions
  readonly clock: Clock
  /** Headers that the client adds to every request. */
  readonly headers: Record<string, string>
  /** Value of `SPINDRIFT_LOG`. */
  readonly level: string | undefined
  /** True if hooks or `SPINDRIFT_LOG` are set. */
  readonly isLogged: boolean
  readonly endpoint: (api: string) => Endpoint
  /** Remaining retries, and their maximum. */
  budget: number
  readonly maxRetries: number
}

/** Creates the function that sends requests. With `api`, a missing base URL throws at once instead of at the first call. */
export function createTransport(options: ClientOptions = {}, api?: string): Transport {
  const { clock = systemClock, onRequest, onResponse, onRetry } = options
  const level = findEnvironment('SPINDRIFT_LOG')
  const endpoints: Record<string, Endpoint> = {}
  const endpoint = (name: string) => (endpoints[name] ??= { baseUrl: resolveBaseUrl(options, name), token: resolveToken(options, name) })
  if (api) endpoint(api)
  const maxRetries = (options.retry || {}).budget ?? 20
  const client: Client = {
    options,
    clock,
    endpoint,
    headers: addHeaders('The client', {}, { 'user-agent': resolveUserAgent(options) }),
    level,
    isLogged: Boolean(level ?? onRequest ?? onResponse ?? onRetry),
    maxRetries,
    budget: maxRetries,
  }
  const send = (target: Target, request: AnyRequest = {}, call: CallOptions = {}) =>
    new RetryingRequest(client, target, request, call).attempt()
  return Object.assign(send, { clock, read: readData, deprecations: options.deprecations })
}

/** A call with all of its attempts, and then its response. */
class RetryingRequest implements ApiResponse {
  declare readonly operation: string
  declare readonly request: AnyRequest
  declare response: Response
  declare bearer: string | undefined
  readonly #client: Client
  readonly #target: Target
  readonly #call: CallOptions
  /** Set by the first attempt. */
  #serialized!: SerializedRequest
  #count = 0
  /** True if a failed attempt may have taken effect. */
  #mayHaveTakenEffect = false
  /** Timeout of the latest attempt. */
  #timeout: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client, target: Target, request: AnyRequest, call: CallOptions) {
    this.operation = `${target.method} ${target.path}`
    this.request = request
    this.#client = client
    this.#target = target
    this.#call = call
  }

  get url(): string {
    return this.#serialized.url
  }

  get line(): string {
    return `${this.#target.method} ${new URL(this.url).pathname}`
  }

  get maxReplyBytes(): number | undefined {
    return this.#call.maxReplyBytes ?? this.#client.options.maxReplyBytes
  }

  get timeoutMs(): number {
    return this.#call.timeoutMs ?? this.#client.options.timeoutMs ?? 60_000
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Sends the request until a response needs no retry. A single function, because every `await` costs time. */
  async attempt(): Promise<this> {
    const { options, clock, isLogged } = this.#client
    const target = this.#target
    const { method, facts, api } = target
    const { operation, request } = this
    const call = this.#call
    if (isInvalidCall(target, request, call)) throw (await import('./lazy.ts')).explainRequest(target, request, call, optionNames)
    const { signal, maxWaitMs = options.maxWaitMs } = call
    signal?.throwIfAborted()
    const { baseUrl, token } = this.#client.endpoint(api)
    const { url, body, contentType } = (this.#serialized ??= formatRequest(baseUrl, operation, target, request))
    for (;;) {
      this.#count += 1
      const bearer = facts.open ? undefined : (typeof token === 'function' ? await token() : token)?.trim()
      if (!facts.open && !isToken(bearer)) throw (await import('./lazy.ts')).explainToken(bearer, operation, api)
      this.bearer = bearer
      // Loaded before the first attempt, because without a network it could not be loaded after it.
      const event = isLogged ? await this.#createEvent() : undefined
      const own: Record<string, string> = { ...this.#client.headers }
      if (bearer) own['authorization'] = `Bearer ${bearer}`
      if (contentType) own['content-type'] = contentType
      const more = event && options.onRequest?.(event)
      const headers = addHeaders(operation, own, options.headers, request.header, call.headers, more || undefined)
      const release =
        options.governor &&
        (await options.governor.admit({ key: `${baseUrl} ${bearer}`, limits: facts.limits, body: request.body, maxWaitMs, clock, signal }))
      const startTime = clock.now()
      let response: Response | undefined
      let failure: unknown
      try {
        const send = options.fetch ?? fetch
        const init = { method, headers, body, redirect: 'manual', signal: this.#createSignal(signal) } as SentRequest
        const first = await send(url, init)
        const isRedirect = first && first.status < 400 && !first.ok
        response = isRedirect ? await (await import('./lazy.ts')).followRedirects(this.line, send, url, init, first) : first
      } catch (error) {
        failure = this.#toError(error)
        this.stop()
      }
      release?.(response)
      if (event) {
        const durationMs = clock.now() - startTime
        const { reportAttempt } = await import('./lazy.ts')
        reportAttempt({ ...event, bearer, request, headers, response, failure, durationMs }, this.#client.level, options.onResponse)
      }
      if (!response || isTransient(response.status)) {
        if (await this.#prepareRetry(response, failure)) continue
        // A custom `fetch`, as in a test, may return nothing.
        if (!response) throw failure ?? this.#toError(failure)
      } else this.#client.budget = Math.min(this.#client.maxRetries, this.#client.budget + 0.5)
      // An earlier attempt, whose response was lost, deleted it.
      const isDeleted = this.#mayHaveTakenEffect && method === 'DELETE' && response.status === 404
      this.response = isDeleted ? new Response(null, { status: 204, headers: response.headers }) : response
      return this
    }
  }

  async retry(cause: unknown): Promise<this> {
    const error = this.#toError(cause, this.response)
    if (await this.#prepareRetry(undefined, error)) return this.attempt()
    throw error
  }

  /** Waits until the next attempt. Returns `false` for no retry. */
  async #prepareRetry(response: Response | undefined, error?: unknown): Promise<boolean> {
    const { options, clock } = this.#client
    const { retry = options.retry, maxWaitMs = options.maxWaitMs, signal } = this.#call
    const isLimit = response?.status === 429
    const hadNoEffect = isLimit || (await checkUnsent(error))
    const isRetryable = response ?? error instanceof ConnectionError
    const hasBudget = isLimit || this.#client.budget >= 1
    if (!isRetryable || !hasBudget || !canRepeat(this.#target, hadNoEffect)) return false
    const waitMs = await planRetryDelay(this.#count, response, retry, maxWaitMs, clock)
    if (waitMs === Infinity) return false
    if (!isLimit) this.#client.budget -= 1
    this.#mayHaveTakenEffect ||= !hadNoEffect
    this.stop()
    // An unread body would hold its connection.
    response?.body?.cancel().catch(() => {})
    if (options.onRetry) {
      const reason = response ? `status ${response.status}` : (error as Error).message
      options.onRetry({ ...(await this.#createEvent()), waitMs, reason })
    }
    await clock.sleep(waitMs, signal)
    return true
  }

  async #createEvent() {
    return (await import('./lazy.ts')).describeAttempt(this.operation, this.#target.method, this.url, this.#count)
  }

  /** Creates the signal of one attempt. */
  #createSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
    const timeoutMs = this.timeoutMs
    this.#timeout = undefined
    // Timers above 2³¹ − 1 ms would fire at once.
    if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) return signal
    // `AbortSignal.timeout` costs more: its timer lives until garbage collection. A shared timer would cost less, but workers forbid objects of
    // another request.
    const controller = new AbortController()
    this.#timeout = controller.signal
    this.#timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeoutMs)
    // The timer must not keep the process alive. In browsers it is a number.
    ;(this.#timer as { readonly unref?: () => void }).unref?.()
    return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
  }

  /** Converts a failure of `fetch` to an error of this package. */
  #toError(cause: unknown, response?: Response): unknown {
    const { signal } = this.#call
    // A custom `fetch` may throw a `CloudError` itself.
    if (cause instanceof CloudError) return cause
    if (signal?.aborted) return signal.reason
    if (this.#timeout?.aborted) return new TimeoutError(`${this.line}: no complete response within ${this.timeoutMs} ms.`, { cause })
    const { code = Object(cause).code } = Object(Object(cause).cause)
    const isRefused = /refused/i.test(code)
    const problem = response
      ? `the response (${response.status}) was cut off, from`
      : isRefused
        ? 'connection refused by'
        : 'no response from'
    return new ConnectionError(`${this.line}: ${problem} ${new URL(this.url).host}${code ? ` (${code})` : ''}.`, { cause })
  }
}
