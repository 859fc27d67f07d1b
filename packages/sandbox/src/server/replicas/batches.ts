/**
 * Answers the requests of a replica. Requests that arrive together are a batch: the replica reads new changes from Postgres, runs the batch
 * on the state in memory, and appends its changes to the log before it sends any response. If another replica has appended first, the
 * batch is undone and runs again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../dependencies.ts'
import { Failure } from '../../engine/failure.ts'
import { RequestContext } from '../../http/request-context.ts'
import type { CoreRequest, CoreResponse } from '../../http/messages.ts'
import { startRequest, type FinishRequest, wholeStatePaths } from '../handle.ts'
import { authenticate, listRateLimitCosts, matchRoute } from '../pipeline.ts'
import { ClosedError } from './connection.ts'
import type { Follower } from './follower.ts'
import type { SharedLimits } from './shared-limits.ts'
import type { SharedSnapshotStore } from './shared-snapshot-store.ts'

export interface PendingRequest {
  readonly request: CoreRequest
  readonly respond: (response: CoreResponse) => void
}

/** Tasks that wait until the changes of a batch are appended. */
export interface DeferredTasks {
  readonly add: (task: () => void) => void
  readonly run: () => void
  readonly discard: () => void
}

export interface BatchContext {
  readonly dependencies: Dependencies
  readonly follower: Follower
  readonly limits: SharedLimits
  readonly snapshots: SharedSnapshotStore
  readonly deferred: DeferredTasks
}

const maxBatchSize = 256
/** Lost races after which a batch is answered 503. */
const maxRuns = 50
/** Reads with new changes after which the rate limits count by the time that is known. */
const maxReadsWithChanges = 3
/** Time after which connections are cut without a response, while it is unknown whether the changes were appended. */
const maxUnknownMs = 15_000

/** True for requests that copy or replace the whole state, which run alone. */
const isWholeState = ({ url }: CoreRequest) => wholeStatePaths.some((path) => url.startsWith(path))

export class Batches {
  readonly #context: BatchContext
  #pending: PendingRequest[] = []
  #hasPendingJobs = false
  #refreshes: (() => void)[] = []
  #running: Promise<void> | undefined

  constructor(context: BatchContext) {
    this.#context = context
  }

  submit(pending: PendingRequest): void {
    const { follower, dependencies } = this.#context
    if (!follower.isConnected()) return respondDisconnected(pending, dependencies)
    this.#pending.push(pending)
    this.#start()
  }

  /** Starts the jobs whose time has come. */
  startJobs(): void {
    const { follower, dependencies } = this.#context
    if (!follower.isConnected() || dependencies.platform.store.nextJobTime() > dependencies.clock.now()) return
    this.#hasPendingJobs = true
    this.#start()
  }

  /** Applies the changes of other replicas, if Postgres can be reached. */
  async refresh(): Promise<void> {
    if (!this.#context.follower.isConnected()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#refreshes.push(resolve)
    this.#start()
    await promise
  }

  /** Waits for the batches that run or wait. */
  async close(): Promise<void> {
    await this.#running
  }

  #start(): void {
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    // Collects the requests that are read from all sockets in this turn of the event loop.
    await new Promise(setImmediate)
    try {
      while (this.#pending.length > 0 || this.#hasPendingJobs || this.#refreshes.length > 0) await this.#runNext()
    } finally {
      this.#running = undefined
    }
  }

  async #runNext(): Promise<void> {
    const { dependencies, limits } = this.#context
    this.#hasPendingJobs = false
    const refreshes = this.#refreshes
    this.#refreshes = []
    try {
      await answerBatch(this.#takeBatch(), this.#context)
    } catch (error) {
      dependencies.onError(error, 'state')
    }
    limits.endBatch()
    for (const resolve of refreshes) resolve()
  }

  #takeBatch(): PendingRequest[] {
    const end = this.#pending.findIndex(({ request }) => isWholeState(request))
    return this.#pending.splice(0, end === 0 ? 1 : Math.min(maxBatchSize, end === -1 ? this.#pending.length : end))
  }
}

function respondUnavailable(batch: readonly PendingRequest[], dependencies: Dependencies): void {
  const failure = new Failure(503, 'The state of this sandbox cannot be reached. Nothing was done; try again.', { 'retry-after': '1' })
  for (const { request, respond } of batch) respond(startRequest(request, dependencies, failure)())
}

/** The health check succeeds without a database, so that nothing restarts the process. */
function respondDisconnected(pending: PendingRequest, dependencies: Dependencies): void {
  if (pending.request.url !== '/_sandbox/health') return respondUnavailable([pending], dependencies)
  const body = JSON.stringify({ ready: false })
  pending.respond({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }, body })
}

async function answerBatch(batch: readonly PendingRequest[], context: BatchContext): Promise<void> {
  const { dependencies, follower } = context
  let isAnswered = false
  const cutConnections = () => {
    isAnswered = true
    for (const { respond } of batch) respond({ status: 204, headers: {}, body: null, fault: { latency: 0, cut: 'before' } })
  }
  const timer = setTimeout(cutConnections, maxUnknownMs)
  try {
    const [first] = batch
    const responses = first && isWholeState(first.request) ? await runWholeState(first.request, context) : await runBatch(batch, context)
    if (isAnswered) return
    for (const [n, { respond }] of batch.entries()) respond(responses[n]?.() ?? { status: 500, headers: {}, body: null })
  } catch (error) {
    discardEffects(context)
    const isClosed = error instanceof ClosedError
    if (follower.isConnected() && !isClosed) dependencies.onError(error, 'state')
    if (isAnswered) return
    // The changes may have been appended when the connection was closed.
    if (isClosed) cutConnections()
    else respondUnavailable(batch, dependencies)
  } finally {
    follower.writeLock.release()
    clearTimeout(timer)
  }
}

/** Discards everything that requests have done outside of the state. */
function discardEffects({ dependencies, limits, snapshots, deferred }: BatchContext): void {
  limits.discardChanges()
  deferred.discard()
  dependencies.events.undo()
  snapshots.discardChanges()
}

async function runBatch(batch: readonly PendingRequest[], context: BatchContext): Promise<readonly FinishRequest[]> {
  const { dependencies, follower, limits, deferred } = context
  const requests = batch.map(({ request }) => request)
  const mayWrite = requests.some(({ method }) => method !== 'GET' && method !== 'HEAD')
  for (let lostRaces = 0, readsWithChanges = 0; lostRaces < maxRuns;) {
    for (const [n, request] of requests.entries()) addLimitTake(n, request, context)
    const hasLock = mayWrite && (await follower.writeLock.acquire())
    await follower.sync(readsWithChanges >= maxReadsWithChanges)
    if (limits.hasUnsentTakes()) {
      readsWithChanges += 1
      continue
    }
    dependencies.events.hold()
    const { last } = dependencies.requests
    const transaction = follower.replica.runUncommitted(() => {
      dependencies.runPendingJobs()
      return requests.map((request, n) => {
        limits.startRequest(n)
        return startRequest(request, dependencies)
      })
    })
    const undo = () => {
      transaction.rollback()
      dependencies.requests.removeAfter(last)
      discardEffects(context)
      dependencies.clearCaches()
    }
    if (limits.hasUnsentTakes()) {
      undo()
      continue
    }
    if (transaction.change === undefined || (await appendOrUndo(follower, transaction.change, undo))) {
      follower.writeLock.release()
      transaction.commit()
      deferred.run()
      dependencies.events.release()
      if (transaction.change !== undefined) follower.saveImageIfNeeded()
      // A changed limit applies on all replicas before the request is answered.
      if (limits.hasUnsentChanges()) await follower.syncLimits()
      return transaction.result
    }
    undo()
    lostRaces += 1
    if (lostRaces > 2 && !hasLock) await sleep(Math.random() * 2 ** Math.min(lostRaces, 6))
  }
  throw new Error('Too many other replicas wrote at the same time.')
}

async function appendOrUndo(follower: Follower, change: Uint8Array, undo: () => void): Promise<boolean> {
  try {
    return await follower.append(change)
  } catch (error) {
    undo()
    throw error
  }
}

/** Adds the take of a request to the rate limits before the request runs, so that the first round trip counts it. */
function addLimitTake(n: number, request: CoreRequest, { dependencies, limits }: BatchContext): void {
  if (dependencies.options.rateLimits === 'off' || !/^\/(?:v2|v1|api)\//.test(request.url)) return
  const requestContext = new RequestContext(request, '', dependencies.options.baseUrl)
  matchRoute(requestContext, dependencies)
  authenticate(requestContext, dependencies)
  if (requestContext.caller && requestContext.operation && request.method !== 'OPTIONS')
    limits.addRequest(n, requestContext.caller.id, dependencies.clock.now(), listRateLimitCosts(requestContext))
}

/** Runs a request that copies or replaces the whole state. It cannot be undone: after a lost race the replica loads the state again. */
async function runWholeState(request: CoreRequest, context: BatchContext): Promise<readonly FinishRequest[]> {
  const { dependencies, follower, limits, snapshots, deferred } = context
  for (let lostRaces = 0; lostRaces < maxRuns; lostRaces += 1) {
    await follower.sync()
    await snapshots.download()
    let finish: FinishRequest | undefined
    dependencies.events.hold()
    limits.startRequest(0)
    const isChanged = follower.replica.detectChange(() => {
      finish = startRequest(request, dependencies)
    })
    // One transaction saves a snapshot together with the state that it is a copy of.
    const upload = snapshots.createUpload()
    if (!isChanged) await follower.execute(upload)
    if (!isChanged || (await follower.appendImage(upload))) {
      snapshots.markUploaded()
      deferred.run()
      dependencies.events.release()
      await follower.syncLimits()
      return finish ? [finish] : []
    }
    discardEffects(context)
  }
  throw new Error('Too many other replicas wrote at the same time.')
}
