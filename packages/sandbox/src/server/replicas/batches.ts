/**
 * How a replica answers. Requests that come together are a batch: what is new is asked of Postgres, the batch runs on the state in memory as
 * ever, and what it changed is appended to the log before anybody is answered. Who is not the first to append undoes all and runs again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../dependencies.ts'
import { Failure } from '../../engine/failure.ts'
import { RequestContext } from '../../http/request-context.ts'
import type { CoreRequest, CoreResponse } from '../../http/messages.ts'
import { answer, type FinishAnswer, wholePaths } from '../handle.ts'
import { matchRoute, authenticate, listRateLimitCosts } from '../pipeline.ts'
import { ClosedError } from './connection.ts'
import type { Follower } from './follower.ts'
import type { SharedEvents } from './shared-events.ts'
import type { SharedLimits } from './shared-limits.ts'
import type { SharedRequests } from './shared-requests.ts'
import type { SharedSnapshotStore } from './shared-snapshot-store.ts'

export interface Asked {
  readonly request: CoreRequest
  readonly answer: (response: CoreResponse) => void
}

/** What is to be done once a run is kept, in its order. */
export interface Afterwards {
  readonly later: (work: () => void) => void
  readonly keep: () => void
  readonly undo: () => void
}

export interface BatchParts {
  readonly dependencies: Dependencies
  readonly follower: Follower
  readonly limits: SharedLimits
  readonly snapshotStore: SharedSnapshotStore
  readonly listeners: SharedEvents
  readonly log: SharedRequests
  readonly afterwards: Afterwards
}

const mostTogether = 256
/** After so many lost races the rest are told to come again. */
const mostRuns = 50
/** After so often that others wrote meanwhile, limits count by the time that is known. */
const mostBehind = 3
/** So long nobody is answered while it cannot be told whether what they asked for has happened. */
const mostDoubt = 15_000

const isWhole = ({ url }: CoreRequest) => wholePaths.some((path) => url.startsWith(path))

/** What waits for an answer, and is answered batch by batch. */
export class Batches {
  readonly #parts: BatchParts
  #waiting: Asked[] = []
  #isNudged = false
  #refreshing: (() => void)[] = []
  #running: Promise<void> | undefined

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  submit(asked: Asked): void {
    const { follower, log, dependencies } = this.#parts
    if (follower.isAway()) return answerAway(asked, dependencies)
    const enter = () => {
      this.#waiting.push(asked)
      this.#start()
    }
    if (!log.isAbout(asked.request.url)) return enter()
    // Without what others remember, what is remembered here is shown all the same.
    log.fetch().then(enter, enter)
  }

  /** Does what has fallen due. */
  nudge(): void {
    const { follower, dependencies } = this.#parts
    if (follower.isAway() || dependencies.platform.store.nextJobTime() > dependencies.clock.now()) return
    this.#isNudged = true
    this.#start()
  }

  /** Has here what others have done until now, if that can be had. */
  async refresh(): Promise<void> {
    if (this.#parts.follower.isAway()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#refreshing.push(resolve)
    this.#start()
    await promise
  }

  /** What is under way is done. */
  async close(): Promise<void> {
    await this.#running
  }

  #start(): void {
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    // What is read from all sockets in this turn comes together.
    await new Promise(setImmediate)
    try {
      while (this.#waiting.length > 0 || this.#isNudged || this.#refreshing.length > 0) await this.#runNext()
    } finally {
      this.#running = undefined
    }
  }

  async #runNext(): Promise<void> {
    const { dependencies, limits } = this.#parts
    this.#isNudged = false
    const refreshed = this.#refreshing
    this.#refreshing = []
    try {
      await answerBatch(this.#takeBatch(), this.#parts)
    } catch (error) {
      dependencies.onError(error, 'state')
    }
    limits.settle()
    for (const done of refreshed) done()
  }

  #takeBatch(): Asked[] {
    const end = this.#waiting.findIndex(({ request }) => isWhole(request))
    return this.#waiting.splice(0, end === 0 ? 1 : Math.min(mostTogether, end === -1 ? this.#waiting.length : end))
  }
}

function refuse(asked: readonly Asked[], dependencies: Dependencies): void {
  const failure = new Failure(503, 'The state of this sandbox cannot be reached. Nothing was done; try again.', { 'retry-after': '1' })
  for (const each of asked) each.answer(answer(each.request, dependencies, failure)())
}

/** A process is not to be killed because a database is away. */
function answerAway(asked: Asked, dependencies: Dependencies): void {
  if (asked.request.url !== '/_sandbox/health') return refuse([asked], dependencies)
  const body = JSON.stringify({ ready: false })
  asked.answer({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }, body })
}

async function answerBatch(batch: readonly Asked[], parts: BatchParts): Promise<void> {
  const { dependencies, follower, limits, afterwards } = parts
  let isAnswered = false
  const cut = () => {
    isAnswered = true
    for (const each of batch) each.answer({ status: 204, headers: {}, body: null, fault: { latency: 0, cut: 'before' } })
  }
  const doubt = setTimeout(cut, mostDoubt)
  try {
    const [first] = batch
    const finished = first && isWhole(first.request) ? await runWhole(first.request, parts) : await runTogether(batch, parts)
    if (isAnswered) return
    for (const [n, each] of batch.entries()) each.answer(finished[n]?.() ?? { status: 500, headers: {}, body: null })
  } catch (error) {
    limits.undo()
    afterwards.undo()
    dependencies.events.undo()
    parts.snapshotStore.undo()
    const isClosed = error instanceof ClosedError
    if (!follower.isAway() && !isClosed) dependencies.onError(error, 'state')
    // What was under way when it was closed may have happened.
    if (isAnswered) return
    if (isClosed) cut()
    else refuse(batch, dependencies)
  } finally {
    follower.turns.give()
    clearTimeout(doubt)
  }
}

async function runTogether(batch: readonly Asked[], parts: BatchParts): Promise<readonly FinishAnswer[]> {
  const { dependencies, follower, limits, listeners, afterwards } = parts
  const requests = batch.map(({ request }) => request)
  const mayWrite = requests.some(({ method }) => method !== 'GET' && method !== 'HEAD')
  for (let lost = 0, behind = 0; lost < mostRuns;) {
    for (const [n, request] of requests.entries()) wantLimits(n, request, parts)
    const hasTurn = mayWrite && (await follower.turns.take())
    await follower.runPendingJobs(behind >= mostBehind)
    if (limits.isShort()) {
      behind += 1
      continue
    }
    dependencies.events.hold()
    const { last } = dependencies.requests
    const undo = () => {
      held.undo()
      dependencies.requests.takeBackAfter(last)
      limits.undo()
      afterwards.undo()
      dependencies.events.undo()
      dependencies.forget()
    }
    const held = follower.replica.hold(() => {
      dependencies.runPendingJobs()
      return requests.map((request, n) => {
        limits.begin(n)
        return answer(request, dependencies)
      })
    })
    if (limits.isShort()) {
      undo()
      continue
    }
    const isFirst =
      held.change === undefined ||
      (await fallback(follower.append(randomUUID(), held.change, listeners.write(dependencies.events.take())), undo))
    if (isFirst) {
      follower.turns.give()
      held.keep()
      afterwards.keep()
      dependencies.events.release()
      if (held.change !== undefined) follower.noteAppended()
      // What was done to limits themselves is known everywhere before it is answered.
      if (limits.isChanged()) await follower.finish()
      return held.result
    }
    undo()
    lost += 1
    if (lost > 2 && !hasTurn) await sleep(Math.random() * 2 ** Math.min(lost, 6))
  }
  throw new Error('Too many other replicas wrote at the same time.')
}

async function fallback<T>(promise: Promise<T>, undo: () => void): Promise<T> {
  try {
    return await promise
  } catch (error) {
    undo()
    throw error
  }
}

/** Tells beforehand what the limits are to count, so that it is in the first round trip. */
function wantLimits(n: number, request: CoreRequest, { dependencies, limits }: BatchParts): void {
  if (dependencies.options.rateLimits === 'off' || !/^\/(?:v2|v1|api)\//.test(request.url)) return
  const context = new RequestContext(request, '', dependencies.options.baseUrl)
  matchRoute(context, dependencies)
  authenticate(context, dependencies)
  if (context.caller && context.operation && request.method !== 'OPTIONS')
    limits.want(n, context.caller.id, dependencies.clock.now(), listRateLimitCosts(context))
}

/** What copies or replaces the state as a whole is done at once and cannot be undone: who loses the race takes the state anew. */
async function runWhole(
  request: CoreRequest,
  { dependencies, follower, limits, snapshotStore, afterwards }: BatchParts,
): Promise<readonly FinishAnswer[]> {
  for (let lost = 0; lost < mostRuns; lost += 1) {
    await follower.runPendingJobs()
    await snapshotStore.fetch()
    let finish: FinishAnswer | undefined
    dependencies.events.hold()
    limits.begin(0)
    const isChanged = follower.replica.watch(() => {
      finish = answer(request, dependencies)
    })
    // A snapshot and what it was taken of are kept together.
    const statements = snapshotStore.statements()
    if (isChanged ? await follower.appendImage(randomUUID(), statements) : await follower.write(statements)) {
      snapshotStore.noteSent()
      afterwards.keep()
      dependencies.events.release()
      await follower.finish()
      return finish ? [finish] : []
    }
    limits.undo()
    afterwards.undo()
    dependencies.events.undo()
    snapshotStore.undo()
  }
  throw new Error('Too many other replicas wrote at the same time.')
}
