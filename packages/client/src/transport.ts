/** Sends a request, and sends it again where that is safe and may help. What it has on the wire is written in `write-request.ts`. */
import type { CallOptions } from './call.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type ClientOptions,
  findEnvironment,
  readToken,
  resolveBaseUrl,
  resolveToken,
  resolveUserAgent,
  type Token,
} from './configuration.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import { isMistaken, optionNames } from './check-call.ts'
import { readData } from './read-body.ts'
import { canRepeat, isTransient, planWait, proveUnsent } from './retry/decide-retry.ts'
import { mergeHeaders, type WrittenRequest, formatRequest } from './format-request.ts'
import type { AnyRequest, Target, Answer } from './request-types.ts'

export interface Send {
  (target: Target, request?: AnyRequest, options?: CallOptions): Promise<Answer>
  /** The client's. */
  readonly clock: Clock
  /** Reads an answer, for modules that are loaded later: what they do not import stays in one piece with the start. */
  readonly read: typeof readData
  readonly deprecations?: boolean | undefined
}

interface Place {
  readonly baseUrl: string
  readonly token: Token | undefined
}

/** What all calls of a client share. */
interface Client {
  readonly options: ClientOptions
  readonly clock: Clock
  readonly userAgent: string | undefined
  /** What `SPINDRIFT_LOG` says. */
  readonly level: string | undefined
  /** Whether anybody is to be told of its attempts. */
  readonly isHeard: boolean
  readonly placeOf: (api: string) => Place
  /** How many retries may go out before something succeeds, and the most there may be. */
  budget: number
  readonly maxRetries: number
}

/** With `api`, its missing base URL is an error at once and not at the first call. */
export function createTransport(options: ClientOptions = {}, api?: string): Send {
  const { clock = systemClock, onRequest, onResponse, onRetry } = options
  const level = findEnvironment('SPINDRIFT_LOG')
  const places: Record<string, Place> = {}
  const placeOf = (name: string) => (places[name] ??= { baseUrl: resolveBaseUrl(options, name), token: resolveToken(options, name) })
  if (api) placeOf(api)
  const maxRetries = (options.retry || {}).budget ?? 20
  const client: Client = {
    options,
    clock,
    placeOf,
    userAgent: resolveUserAgent(options),
    level,
    isHeard: Boolean(level ?? onRequest ?? onResponse ?? onRetry),
    maxRetries,
    budget: maxRetries,
  }
  const send = (target: Target, request: AnyRequest = {}, call: CallOptions = {}) => new Sending(client, target, request, call).attempt()
  return Object.assign(send, { clock, read: readData, deprecations: options.deprecations })
}

/** One call on its way, however many attempts it takes, and then what came of it. */
class Sending implements Answer {
  declare readonly operation: string
  declare readonly request: AnyRequest
  declare response: Response
  declare bearer: string | undefined
  readonly #client: Client
  readonly #target: Target
  readonly #call: CallOptions
  /** Once it has begun. */
  #written!: WrittenRequest
  #count = 0
  /** Whether an attempt that failed may have done its work all the same. */
  #mayBeDone = false
  /** Of the latest attempt. */
  #time: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client, target: Target, request: AnyRequest, call: CallOptions) {
    this.operation = `${target.method} ${target.path}`
    this.request = request
    this.#client = client
    this.#target = target
    this.#call = call
  }

  get url(): string {
    return this.#written.url
  }

  get maxReplyBytes(): number | undefined {
    return this.#call.maxReplyBytes ?? this.#client.options.maxReplyBytes
  }

  get #timeoutMs(): number {
    return this.#call.timeoutMs ?? this.#client.options.timeoutMs ?? 60_000
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** Until an answer is there that is not to be asked for again. One function from the call to `fetch`, as each that is awaited takes its time. */
  async attempt(): Promise<this> {
    const { options, clock, isHeard } = this.#client
    const target = this.#target
    const { method, facts, api } = target
    const { operation, request } = this
    const call = this.#call
    if (isMistaken(target, request, call)) throw (await import('./rarely-needed.ts')).explainRequest(target, request, call, optionNames)
    const { signal, maxWaitMs = options.maxWaitMs } = call
    signal?.throwIfAborted()
    const { baseUrl, token } = this.#client.placeOf(api)
    const { url, body, contentType } = (this.#written ??= formatRequest(baseUrl, operation, target, request))
    for (;;) {
      this.#count += 1
      const bearer = (this.bearer = facts.open ? undefined : await readToken(token, operation, api))
      // With the first attempt, so that one without a network can be told of later.
      const event = isHeard ? await this.#describe() : undefined
      const headers = mergeHeaders(
        operation,
        { 'user-agent': this.#client.userAgent, authorization: bearer && `Bearer ${bearer}`, 'content-type': contentType },
        options.headers,
        request.header,
        call.headers,
        (event && options.onRequest?.(event)) || undefined,
      )
      const release =
        options.governor &&
        (await options.governor.admit({ key: `${baseUrl} ${bearer}`, limits: facts.limits, body: request.body, maxWaitMs, clock, signal }))
      const started = clock.now()
      let response: Response | undefined
      let failure: unknown
      try {
        response = await (options.fetch ?? fetch)(url, { method, headers, body, signal: this.#limitTime(signal) } as RequestInit)
      } catch (error) {
        failure = this.#explain(error)
        this.end()
      }
      release?.(response)
      if (event) {
        const durationMs = clock.now() - started
        const { tellAttempt } = await import('./rarely-needed.ts')
        tellAttempt({ ...event, bearer, request, headers, response, failure, durationMs }, this.#client.level, options.onResponse)
      }
      if (!response || isTransient(response.status)) {
        if (await this.#prepareRetry(response, failure)) continue
        // A `fetch` of one's own, as in a test, may give nothing at all.
        if (!response) throw failure ?? this.#explain(failure)
      } else this.#client.budget = Math.min(this.#client.maxRetries, this.#client.budget + 0.5)
      // It was deleted by an attempt whose answer was lost.
      const isDeleted = this.#mayBeDone && method === 'DELETE' && response.status === 404
      this.response = isDeleted ? new Response(null, { status: 204, headers: response.headers }) : response
      return this
    }
  }

  async again(cause: unknown): Promise<this> {
    const error = this.#explain(cause, this.response)
    if (await this.#prepareRetry(undefined, error)) return this.attempt()
    throw error
  }

  /** Waits until the next attempt. `false` when there is to be none. */
  async #prepareRetry(response: Response | undefined, error?: unknown): Promise<boolean> {
    const { options, clock } = this.#client
    const { retry = options.retry, maxWaitMs = options.maxWaitMs, signal } = this.#call
    const isLimit = response?.status === 429
    const isUndone = isLimit || (await proveUnsent(error, this.url))
    const isWorthIt = response ?? error instanceof ConnectionError
    const isPaid = isLimit || this.#client.budget >= 1
    if (!isWorthIt || !isPaid || !canRepeat(this.#target, isUndone)) return false
    const waitMs = await planWait(this.#count, response, retry, maxWaitMs, clock)
    if (waitMs === Infinity) return false
    if (!isLimit) this.#client.budget -= 1
    this.#mayBeDone ||= !isUndone
    this.end()
    // What nobody reads keeps its connection busy.
    response?.body?.cancel().catch(() => {})
    if (options.onRetry) {
      const reason = response ? `status ${response.status}` : (error as Error).message
      options.onRetry({ ...(await this.#describe()), waitMs, reason })
    }
    await clock.sleep(waitMs, signal)
    return true
  }

  async #describe() {
    return (await import('./rarely-needed.ts')).describeAttempt(this.operation, this.#target.method, this.url, this.#count)
  }

  /** The signal of one attempt. */
  #limitTime(signal: AbortSignal | undefined): AbortSignal | undefined {
    const timeoutMs = this.#timeoutMs
    this.#time = undefined
    // Timers cannot wait longer than 2³¹ − 1 ms; they would fire at once.
    if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) return signal
    // `AbortSignal.timeout` costs more: its timer is there until the garbage collector comes. One for several calls would cost less, but a worker
    // may use for a request only what it made for that request.
    const controller = new AbortController()
    this.#time = controller.signal
    this.#timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeoutMs)
    // A process need not stay for it. A browser's is a number.
    ;(this.#timer as { readonly unref?: () => void }).unref?.()
    return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
  }

  /** What a failure means. */
  #explain(cause: unknown, response?: Response): unknown {
    const { signal } = this.#call
    // A fetch of one's own that cannot work has said so already.
    if (cause instanceof CloudError) return cause
    if (signal?.aborted) return signal.reason
    if (this.#time?.aborted) return new TimeoutError(`${this.operation}: no complete answer within ${this.#timeoutMs} ms.`, { cause })
    const { code } = Object((cause as Error | undefined)?.cause)
    const what = response ? `the answer (${response.status}) broke off, from` : 'no answer from'
    return new ConnectionError(`${this.operation}: ${what} ${new URL(this.url).host}${code ? ` (${code})` : ''}.`, { cause })
  }
}
