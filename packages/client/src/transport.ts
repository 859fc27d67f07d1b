/** Sends a request, and sends it again where that is safe and may help. What it has on the wire is written in `write-request.ts`. */
import type { CallOptions } from './call.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type ClientOptions,
  readEnvironment,
  readToken,
  resolveBaseUrl,
  resolveToken,
  resolveUserAgent,
  type Token,
} from './configuration.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import type { OperationFacts } from './family-table.ts'
import { maskUrl } from './hide-secrets.ts'
import { isPart } from './read-arguments.ts'
import { canRepeat, isTransient, planWait, proveUnsent } from './retry/decide-retry.ts'
import { mergeHeaders, type WrittenRequest, writeRequest } from './write-request.ts'

/** What any operation's request may have; the generated types say which of it each one takes. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Target {
  readonly api: string
  readonly method: string
  readonly path: string
  readonly facts: OperationFacts
}

export interface Answer {
  /** Method and path template, for messages. */
  readonly operation: string
  /** Where the request went. */
  readonly url: string
  /** Its headers have come, its body may still be on the way. */
  readonly response: Response
  readonly request: AnyRequest
  /** The token that was sent, to be kept out of every message. */
  readonly bearer: string | undefined
  /** The most that is read of its body. */
  readonly maxReplyBytes: number | undefined
  /** Sends the request once more after its answer broke off. @throws what that failure means, if it may not be sent again */
  readonly again: (failure: unknown) => Promise<Answer>
}

export interface Send {
  (target: Target, request?: AnyRequest, options?: CallOptions): Promise<Answer>
  /** The client's. */
  readonly clock: Clock
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
  readonly placeOf: (api: string) => Place
  /** How many retries may go out before something succeeds, and the most there may be. */
  budget: number
  readonly most: number
}

/** With `api`, its missing base URL is an error at once and not at the first call. */
export function createTransport(options: ClientOptions = {}, api?: string): Send {
  const { clock = systemClock } = options
  const places: Record<string, Place> = {}
  const placeOf = (name: string) => (places[name] ??= { baseUrl: resolveBaseUrl(options, name), token: resolveToken(options, name) })
  if (api) placeOf(api)
  const most = (options.retry || {}).budget ?? 20
  const client: Client = {
    options,
    clock,
    placeOf,
    userAgent: resolveUserAgent(options),
    level: readEnvironment('SPINDRIFT_LOG'),
    most,
    budget: most,
  }
  const send = async (target: Target, request: AnyRequest = {}, call: CallOptions = {}): Promise<Answer> => {
    call.signal?.throwIfAborted()
    if (Object.keys(request).some((name) => !isPart(name)) || Object(call) !== call) {
      throw (await import('./rarely-needed.ts')).explainRequest(target, request, call)
    }
    return new Sending(client, target, request, call).attempt()
  }
  return Object.assign(send, { clock })
}

/** One call on its way, however many attempts it takes. */
class Sending {
  readonly #client: Client
  readonly #target: Target
  readonly #request: AnyRequest
  readonly #call: CallOptions
  readonly #operation: string
  readonly #place: Place
  readonly #written: WrittenRequest
  #count = 0
  /** Whether an attempt that failed may have done its work all the same. */
  #mayBeDone = false

  constructor(client: Client, target: Target, request: AnyRequest, call: CallOptions) {
    this.#client = client
    this.#target = target
    this.#request = request
    this.#call = call
    this.#operation = `${target.method} ${target.path}`
    this.#place = client.placeOf(target.api)
    this.#written = writeRequest(this.#place.baseUrl, this.#operation, target, request)
  }

  /** Until an answer is there that is not to be asked for again. */
  async attempt(): Promise<Answer> {
    for (;;) {
      this.#count += 1
      const { bearer, response, failure, explain } = await this.#sendOnce()
      if (!response || isTransient(response.status)) {
        if (await this.#prepareRetry(response, failure)) continue
        // A `fetch` of one's own, as in a test, may give nothing at all.
        if (!response) throw failure ?? explain(failure)
      } else this.#client.budget = Math.min(this.#client.most, this.#client.budget + 0.5)
      // It was deleted by an attempt whose answer was lost.
      const isDeleted = this.#mayBeDone && this.#target.method === 'DELETE' && response.status === 404
      return {
        operation: this.#operation,
        url: this.#written.url,
        response: isDeleted ? new Response(null, { status: 204, headers: response.headers }) : response,
        request: this.#request,
        bearer,
        maxReplyBytes: this.#call.maxReplyBytes ?? this.#client.options.maxReplyBytes,
        again: async (cause) => {
          const error = explain(cause, response)
          if (await this.#prepareRetry(undefined, error)) return this.attempt()
          throw error
        },
      }
    }
  }

  async #sendOnce() {
    const { options, clock, userAgent, level } = this.#client
    const { signal, timeoutMs = options.timeoutMs ?? 60_000, maxWaitMs = options.maxWaitMs } = this.#call
    const { method, api, facts } = this.#target
    const { baseUrl, token } = this.#place
    const { url, body, contentType } = this.#written
    const operation = this.#operation
    const request = this.#request
    const bearer = facts.open ? undefined : await readToken(token, operation, api)
    const headers = mergeHeaders(
      operation,
      { 'user-agent': userAgent, authorization: bearer && `Bearer ${bearer}`, 'content-type': contentType },
      options.headers,
      request.header,
      this.#call.headers,
      options.onRequest?.(this.#tell()) || undefined,
    )
    const key = `${baseUrl} ${bearer}`
    const release = await options.governor?.admit({ key, limits: facts.limits, body: request.body, maxWaitMs, clock, signal })
    const { either, explain } = limitTime(operation, baseUrl, signal, timeoutMs)
    const started = clock.now()
    let response: Response | undefined
    let failure: unknown
    try {
      response = await (options.fetch ?? fetch)(url, { method, headers, body, signal: either } as RequestInit)
    } catch (error) {
      failure = explain(error)
    }
    release?.(response)
    if (level || options.onResponse) {
      const durationMs = clock.now() - started
      const { tellAttempt } = await import('./rarely-needed.ts')
      tellAttempt({ ...this.#tell(), bearer, request, headers, response, failure, durationMs }, level, options.onResponse)
    }
    return { bearer, response, failure, explain }
  }

  /** Waits until the next attempt. `false` when there is to be none. */
  async #prepareRetry(response: Response | undefined, error?: unknown): Promise<boolean> {
    const { options, clock } = this.#client
    const { retry = options.retry, maxWaitMs = options.maxWaitMs, signal } = this.#call
    const isLimit = response?.status === 429
    const isUndone = isLimit || (await proveUnsent(error, this.#written.url))
    const isWorthIt = response ?? error instanceof ConnectionError
    const isPaid = isLimit || this.#client.budget >= 1
    if (!isWorthIt || !isPaid || !canRepeat(this.#target, isUndone)) return false
    const waitMs = await planWait(this.#count, response, retry, maxWaitMs, clock)
    if (waitMs === Infinity) return false
    if (!isLimit) this.#client.budget -= 1
    this.#mayBeDone ||= !isUndone
    // What nobody reads keeps its connection busy.
    response?.body?.cancel().catch(() => {})
    options.onRetry?.({ ...this.#tell(), waitMs, reason: response ? `status ${response.status}` : (error as Error).message })
    await clock.sleep(waitMs, signal)
    return true
  }

  #tell() {
    return { operation: this.#operation, method: this.#target.method, url: maskUrl(this.#written.url), attempt: this.#count }
  }
}

/** The signal of one attempt, and what its failure means. */
function limitTime(operation: string, baseUrl: string, signal: AbortSignal | undefined, timeoutMs: number) {
  // Timers cannot wait longer than 2³¹ − 1 ms; they would fire at once.
  const timeout = timeoutMs > 0 && timeoutMs < 2 ** 31 ? AbortSignal.timeout(timeoutMs) : undefined
  const either = signal && timeout ? AbortSignal.any([signal, timeout]) : (signal ?? timeout)
  const explain = (cause: unknown, response?: Response): unknown => {
    // A fetch of one's own that cannot work has said so already.
    if (cause instanceof CloudError) return cause
    if (signal?.aborted) return signal.reason
    if (timeout?.aborted) return new TimeoutError(`${operation}: no complete answer within ${timeoutMs} ms.`, { cause })
    const { code } = Object((cause as Error | undefined)?.cause)
    const what = response ? `the answer (${response.status}) broke off, from` : 'no answer from'
    return new ConnectionError(`${operation}: ${what} ${new URL(baseUrl).host}${code ? ` (${code})` : ''}.`, { cause })
  }
  return { either, explain }
}
