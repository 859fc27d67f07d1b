/**
 * The last requests, with all that is needed to show what was asked, answered, refused and changed. Only references are kept while requests are
 * answered; everything else is made of them when somebody looks.
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
  /** Counted from 1, also by the jobs in between. */
  readonly number: number
  /** By the clock of the sandbox. */
  readonly at: number
  /** Milliseconds that the sandbox took. */
  readonly took: number
  readonly request: CoreRequest
  readonly origin: string
  readonly path: string
  /** What was kept of its body; undefined without one. */
  readonly sent: Uint8Array | undefined
  /** How large it was. */
  readonly sentBytes: number
  readonly operation: OperationRow | undefined
  /** Whether the path is one of the specification. */
  readonly isRouted: boolean
  /** Whether it was well formed and allowed, so that a handler was asked. */
  readonly isCalled: boolean
  readonly isFaulty: boolean
  readonly caller: Caller | undefined
  readonly status: number
  readonly headers: CoreResponse['headers']
  /** What was kept of the answer's body; of a stream, what has been read so far. */
  body: CoreResponse['body']
  /** How large it was. */
  bodyBytes: number
  readonly failure: Failure | undefined
  readonly changes: readonly RecordedChange[]
  readonly bytes: number
}

/** What fell due and was done. */
export interface LoggedJob {
  /** Greater than that of all before it. */
  readonly number: number
  readonly at: number
  readonly name: string
  readonly account: string
  readonly changes: readonly RecordedChange[]
  readonly bytes: number
}

/** Of one body. */
const mostBody = 256 * 1024
const mostStream = 64 * 1024
/** About what a request takes beside its bodies. */
const usual = 2000

export class RequestLog {
  readonly requests: BoundedLog<LoggedRequest>
  readonly jobs: BoundedLog<LoggedJob>
  #number = 0

  /** @param most how many requests; 0 for none at all */
  constructor(most: number, mostBytes: number) {
    this.requests = new BoundedLog(most, mostBytes)
    this.jobs = new BoundedLog(most, mostBytes / 4)
  }

  get isOn(): boolean {
    return this.requests.most > 0
  }

  /** @returns the entry, and the response to be sent: a stream is listened to as it is read */
  note(
    context: RequestContext,
    response: CoreResponse,
    { at, took, failure, changes }: Pick<LoggedRequest, 'at' | 'took' | 'failure' | 'changes'>,
  ): { readonly entry: LoggedRequest; readonly response: CoreResponse } {
    const { request, caller, operation } = context
    const { body: sent } = request
    const { body } = response
    const isStream = body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)
    const sentBytes = sent?.length ?? 0
    const bodyBytes = isStream || body === null ? 0 : body.length
    const entry: LoggedRequest = {
      id: context.requestId,
      number: (this.#number += 1),
      at,
      took,
      request: sent === undefined ? request : { ...request, body: undefined },
      origin: context.origin,
      path: context.path,
      sent: sentBytes > mostBody ? sent?.slice(0, mostBody) : sent,
      sentBytes,
      operation,
      isRouted: context.match !== undefined,
      isCalled: context.call !== undefined,
      isFaulty: context.fault !== undefined,
      caller,
      status: response.status,
      headers: response.headers,
      body: isStream ? '' : bodyBytes > mostBody ? copyStart(body) : body,
      bodyBytes,
      failure,
      changes,
      bytes:
        usual +
        request.url.length +
        Math.min(sentBytes, mostBody) +
        (isStream ? mostStream : Math.min(bodyBytes, mostBody)) +
        sizeOf(changes),
    }
    this.requests.add(entry)
    return { entry, response: isStream ? { ...response, body: listen(body, entry) } : response }
  }

  recordJob(job: Omit<LoggedJob, 'bytes' | 'number'>): void {
    this.jobs.add({ ...job, number: (this.#number += 1), bytes: 200 + sizeOf(job.changes) })
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

  /** Of the newest entry that there was. */
  get last(): number {
    return this.#number
  }

  /** What was noted after it is taken back: it was undone. */
  takeBackAfter(number: number): void {
    if (this.#number === number) return
    this.requests.takeBack((entry) => entry.number > number)
    this.jobs.takeBack((entry) => entry.number > number)
  }
}

async function* listen(body: AsyncIterable<string>, entry: LoggedRequest): AsyncGenerator<string> {
  for await (const piece of body) {
    entry.bodyBytes += Buffer.byteLength(piece)
    if (entry.bodyBytes <= mostStream) entry.body += piece
    yield piece
  }
}

/** A part of a text that does not keep the whole of it alive. */
function copyStart(body: string | Uint8Array | null | AsyncIterable<string>): string | Uint8Array | null {
  if (typeof body === 'string') return Buffer.from(body.slice(0, mostBody)).toString()
  return body instanceof Uint8Array ? body.slice(0, mostBody) : null
}

function sizeOf(changes: readonly RecordedChange[]): number {
  return changes.reduce((sum, { before, after }) => sum + 200 + (before?.length ?? 0) + (after?.length ?? 0), 0)
}
