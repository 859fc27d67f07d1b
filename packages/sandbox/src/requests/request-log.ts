/**
 * The most recent requests and jobs of this process, with bodies, errors and changes. While requests are answered, only references are
 * stored; descriptions are built from them when a client asks.
 */
import type { Caller } from '../auth/tokens.ts'
import type { Failure } from '../engine/failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { CoreRequest, CoreResponse } from '../http/messages.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import { BoundedLog } from './bounded-log.ts'
import type { RecordedChange } from './record-changes.ts'

export interface LoggedRequest {
  readonly id: string
  /** Position in the log, from 1; requests and jobs share one count. */
  readonly number: number
  /** Time of the sandbox clock. */
  readonly at: number
  /** Duration in milliseconds. */
  readonly durationMs: number
  readonly request: CoreRequest
  readonly origin: string
  readonly path: string
  /** The request body, truncated; undefined without one. */
  readonly requestBody: Uint8Array | undefined
  /** Size of the whole request body. */
  readonly requestBodyBytes: number
  readonly operation: OperationRow | undefined
  /** True if the path is in the specification. */
  readonly isRouted: boolean
  /** True if the request was valid and authorized, so that its handler ran. */
  readonly isCalled: boolean
  readonly isFaulty: boolean
  readonly caller: Caller | undefined
  readonly status: number
  readonly headers: CoreResponse['headers']
  /** The response body, truncated; of a stream, the part that was read so far. */
  body: CoreResponse['body']
  /** Size of the whole response body. */
  bodyBytes: number
  readonly failure: Failure | undefined
  readonly changes: readonly RecordedChange[]
  readonly bytes: number
}

export interface LoggedJob {
  readonly number: number
  readonly at: number
  readonly name: string
  readonly account: string
  readonly changes: readonly RecordedChange[]
  readonly bytes: number
}

const maxBodyBytes = 256 * 1024
const maxStreamBytes = 64 * 1024
/** Estimated size of an entry without bodies and changes. */
const entryBytes = 2000

export class RequestLog {
  readonly requests: BoundedLog<LoggedRequest>
  readonly jobs: BoundedLog<LoggedJob>
  #number = 0

  /** @param maxEntries limit of requests, and of jobs; 0 turns the log off */
  constructor(maxEntries: number, maxBytes: number) {
    this.requests = new BoundedLog(maxEntries, maxBytes)
    this.jobs = new BoundedLog(maxEntries, maxBytes / 4)
  }

  get isOn(): boolean {
    return this.requests.maxEntries > 0
  }

  /** @returns the entry, and the response to send: a stream is recorded while it is read */
  add(
    context: RequestContext,
    response: CoreResponse,
    { at, durationMs, failure, changes }: Pick<LoggedRequest, 'at' | 'durationMs' | 'failure' | 'changes'>,
  ): { readonly entry: LoggedRequest; readonly response: CoreResponse } {
    const { request, caller, operation } = context
    const { body: requestBody } = request
    const { body } = response
    const isStream = body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)
    const requestBodyBytes = requestBody?.length ?? 0
    const bodyBytes = isStream || body === null ? 0 : body.length
    const entry: LoggedRequest = {
      id: context.requestId,
      number: (this.#number += 1),
      at,
      durationMs,
      request: requestBody === undefined ? request : { ...request, body: undefined },
      origin: context.origin,
      path: context.path,
      requestBody: requestBodyBytes > maxBodyBytes ? requestBody?.slice(0, maxBodyBytes) : requestBody,
      requestBodyBytes,
      operation,
      isRouted: context.match !== undefined,
      isCalled: context.call !== undefined,
      isFaulty: context.fault !== undefined,
      caller,
      status: response.status,
      headers: response.headers,
      body: isStream ? '' : bodyBytes > maxBodyBytes ? copyStart(body) : body,
      bodyBytes,
      failure,
      changes,
      bytes:
        entryBytes +
        request.url.length +
        Math.min(requestBodyBytes, maxBodyBytes) +
        (isStream ? maxStreamBytes : Math.min(bodyBytes, maxBodyBytes)) +
        estimateBytes(changes),
    }
    this.requests.add(entry)
    return { entry, response: isStream ? { ...response, body: recordStream(body, entry) } : response }
  }

  recordJob(job: Omit<LoggedJob, 'bytes' | 'number'>): void {
    this.jobs.add({ ...job, number: (this.#number += 1), bytes: 200 + estimateBytes(job.changes) })
  }

  /** Newest first. */
  list(): Iterable<LoggedRequest> {
    return this.requests
  }

  listJobs(): Iterable<LoggedJob> {
    return this.jobs
  }

  find(id: string): LoggedRequest | undefined {
    for (const entry of this.requests) if (entry.id === id) return entry
    return undefined
  }

  clear(): void {
    this.requests.clear()
    this.jobs.clear()
  }

  clearJobs(): void {
    this.jobs.clear()
  }

  /** Number of the newest entry. */
  get last(): number {
    return this.#number
  }

  /** Removes the entries after a number, because their batch was undone. */
  removeAfter(number: number): void {
    if (this.#number === number) return
    this.requests.removeNewest((entry) => entry.number > number)
    this.jobs.removeNewest((entry) => entry.number > number)
  }
}

async function* recordStream(body: AsyncIterable<string>, entry: LoggedRequest): AsyncGenerator<string> {
  for await (const chunk of body) {
    entry.bodyBytes += Buffer.byteLength(chunk)
    if (entry.bodyBytes <= maxStreamBytes) entry.body += chunk
    yield chunk
  }
}

/** Copies the start of a body, so that the whole body can be freed. */
function copyStart(body: string | Uint8Array | null | AsyncIterable<string>): string | Uint8Array | null {
  if (typeof body === 'string') return Buffer.from(body.slice(0, maxBodyBytes)).toString()
  return body instanceof Uint8Array ? body.slice(0, maxBodyBytes) : null
}

function estimateBytes(changes: readonly RecordedChange[]): number {
  return changes.reduce((sum, { before, after }) => sum + 200 + (before?.length ?? 0) + (after?.length ?? 0), 0)
}
