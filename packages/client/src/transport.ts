/** Sends a request, and sends it again where that is safe and may help. What it has on the wire is written in `write-request.ts`. */
import type { CallOptions } from './call.ts'
import { type Clock, systemClock } from './clock.ts'
import { type ClientOptions, readToken, resolveBaseUrl, resolveToken, resolveUserAgent, type Token } from './configuration.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import type { OperationFacts } from './family-table.ts'
import { maskUrl } from './hide-secrets.ts'
import { isPart } from './read-arguments.ts'
import { ReceivedReply } from './reply.ts'
import { decideRetry, isTransient } from './retry/decide-retry.ts'
import { isUnsent } from './retry/is-unsent.ts'
import { mergeHeaders, writeRequest } from './write-request.ts'

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
  /** What to throw when the body could not be read to its end. */
  readonly explain: (error: unknown, response: Response) => unknown
  /** Sends the request once more after its answer broke off. @throws the error, if it may not be sent again */
  readonly again: (error: unknown) => Promise<Answer>
}

export interface Send {
  (target: Target, request?: AnyRequest, options?: CallOptions): Promise<Answer>
  /** The client's. */
  readonly clock: Clock
}

/** With `api`, its missing base URL is an error at once and not at the first call. */
export function createTransport(options: ClientOptions = {}, api?: string): Send {
  const { clock = systemClock, governor, onRequest, onResponse, onRetry } = options
  const places: Record<string, { readonly baseUrl: string; readonly token: Token | undefined }> = {}
  const placeOf = (name: string) => (places[name] ??= { baseUrl: resolveBaseUrl(options, name), token: resolveToken(options, name) })
  if (api) placeOf(api)
  const userAgent = resolveUserAgent(options)
  const most = (options.retry || {}).budget ?? 20
  let budget = most

  const send = async (target: Target, request: AnyRequest = {}, call: CallOptions = {}): Promise<Answer> => {
    const {
      signal,
      timeoutMs = options.timeoutMs ?? 60_000,
      retry = options.retry,
      maxWaitMs = options.maxWaitMs,
      maxReplyBytes = options.maxReplyBytes,
    } = call
    signal?.throwIfAborted()
    const { method, facts } = target
    const operation = `${method} ${target.path}`
    if (Object.keys(request).some((name) => !isPart(name)) || Object(call) !== call) {
      throw (await import('./explain-request.ts')).explainRequest(target, request, call)
    }
    const { baseUrl, token } = placeOf(target.api)
    const { url, body, contentType } = writeRequest(baseUrl, operation, target, request)
    let count = 0
    // Whether an attempt that failed may have done its work all the same.
    let mayBeDone = false
    const tell = () => ({ operation, method, url: maskUrl(url), attempt: count })

    /** Waits until the next attempt. `false` when there is to be none. */
    const prepareRetry = async (response: Response | undefined, error?: unknown): Promise<boolean> => {
      const waitMs = decideRetry({ ...target, url, count, response, error, retry, maxWaitMs, clock })
      const isLimit = response?.status === 429
      if (waitMs === undefined || (!isLimit && budget < 1)) return false
      if (!isLimit) budget -= 1
      mayBeDone ||= !isLimit && !isUnsent(error, url)
      // What nobody reads keeps its connection busy.
      response?.body?.cancel().catch(() => {})
      onRetry?.({ ...tell(), waitMs, reason: response ? `status ${response.status}` : (error as Error).message })
      await clock.sleep(waitMs, signal)
      return true
    }

    const attempt = async (): Promise<Answer> => {
      for (;;) {
        count += 1
        const bearer = facts.open ? undefined : await readToken(token, operation, target.api)
        const headers = mergeHeaders(
          operation,
          { 'user-agent': userAgent, authorization: bearer && `Bearer ${bearer}`, 'content-type': contentType },
          options.headers,
          request.header,
          call.headers,
          onRequest?.(tell()) || undefined,
        )
        const release = await governor?.admit({
          key: `${baseUrl} ${bearer}`,
          limits: facts.limits,
          body: request.body,
          maxWaitMs,
          clock,
          signal,
        })
        const { either, explain } = limitTime(operation, baseUrl, signal, timeoutMs)
        const init = { method, headers, body, signal: either } as RequestInit
        const started = clock.now()
        let response: Response | undefined
        let failure: unknown
        try {
          response = await (options.fetch ?? fetch)(url, init)
        } catch (error) {
          failure = explain(error)
        }
        release?.(response)
        if (response && onResponse) {
          const { status, requestId, rateLimit } = new ReceivedReply(response, { bearer, request })
          onResponse({ ...tell(), status, durationMs: clock.now() - started, requestId, rateLimit })
        }
        if (!response || isTransient(response.status)) {
          if (await prepareRetry(response, failure)) continue
          // A `fetch` of one's own, as in a test, may give nothing at all.
          if (!response) throw failure ?? explain(failure)
        } else budget = Math.min(most, budget + 0.5)
        // It was deleted by an attempt whose answer was lost.
        if (mayBeDone && method === 'DELETE' && response.status === 404) {
          response = new Response(null, { status: 204, headers: response.headers })
        }
        const again = async (error: unknown) => {
          if (await prepareRetry(undefined, error)) return attempt()
          throw error
        }
        return { operation, url, response, request, bearer, maxReplyBytes, explain, again }
      }
    }
    return attempt()
  }
  return Object.assign(send, { clock })
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
