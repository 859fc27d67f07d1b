/** Starts one of several sandboxes that share the state of one Postgres database. See docs/decisions/0015. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDependencies, type ReplicaParts } from '../../create-dependencies.ts'
import { hasPassword, preparePassword } from '../../auth/prepare-password.ts'
import { operationRows } from '../../generated/operations.ts'
import { checkOptions, formatState, type SandboxOptions } from '../../options.ts'
import { handleFetch } from '../handle-fetch.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Core } from '../listen.ts'
import type { Sandbox } from '../../create-sandbox.ts'
import type { CoreRequest, CoreResponse } from '../../http/messages.ts'
import { indexedFields } from '../../indexed-fields.ts'
import { openReplica } from '../../store/replica.ts'
import { Batches, type DeferredTasks } from './batches.ts'
import { saveInitialImage } from './change-log.ts'
import { connect, type Connection } from './connection.ts'
import { Follower } from './follower.ts'
import { loadImage } from './images.ts'
import { LimitLog } from './limit-log.ts'
import { createSchema } from './schema.ts'
import { SharedLimits } from './shared-limits.ts'
import { createSharedSnapshotStore } from './shared-snapshot-store.ts'

/** Time for the running batch when a replica stops. */
const stopTimeoutMs = 300

export interface ReplicaSandbox extends Omit<Sandbox, 'close'> {
  readonly core: Core
  readonly close: () => Promise<void>
}

export interface ReplicaOptions {
  readonly options: SandboxOptions
  /** Address of the Postgres database. */
  readonly url: string
  /** The certificate authority as PEM, if the server has one. */
  readonly authority: string | undefined
}

/** @throws Error of one line when Postgres cannot be used */
export async function startReplica(replicaOptions: ReplicaOptions): Promise<ReplicaSandbox> {
  checkOptions(replicaOptions.options)
  const connections: Connection[] = []
  const open = async () => {
    const connection = await connect(replicaOptions.url)
    connections.push(connection)
    return connection
  }
  const disconnect = async () => void (await Promise.all(connections.map((connection) => connection.close())))
  try {
    // The first one alone, so that a database that cannot be reached gives one error.
    const connection = await open()
    const [background, notifications] = await Promise.all([open(), open()])
    await createSchema(connection)
    return await createReplica({ connection, background, notifications, disconnect }, replicaOptions)
  } catch (error) {
    await disconnect()
    throw error
  }
}

interface Connections {
  /** For the statements that requests wait for. */
  readonly connection: Connection
  /** For work that no request waits for. */
  readonly background: Connection
  /** For notifications and health checks, which are never delayed by other statements. */
  readonly notifications: Connection
  readonly disconnect: () => Promise<void>
}

async function createReplica(
  { connection, background, notifications, disconnect }: Connections,
  { options, url, authority }: ReplicaOptions,
): Promise<ReplicaSandbox> {
  const replica = openReplica(indexedFields)
  const skewMs = await measureClockSkew(connection)
  const limits = new SharedLimits(operationRows.flatMap((row) => row.limits ?? []))
  const snapshots = createSharedSnapshotStore(replica.store, connection)
  const deferred = createDeferredTasks()
  let batches: Batches | undefined
  const shared: ReplicaParts = {
    state: replica,
    limiter: limits,
    snapshotStore: snapshots,
    faults: { read: () => replica.shared.get('faults'), write: (text) => replica.shared.set('faults', text) },
    defer: deferred.add,
    startJobs: () => batches?.startJobs(),
    realNow: () => Date.now() + skewMs,
  }
  const loadedVersion = await loadImage(connection, replica.load)
  const dependencies: Dependencies = createDependencies({ ...options, state: formatState(url) }, authority, { shared })
  // If several replicas start first, one saves its state, and the others load it.
  if (loadedVersion === undefined) await saveInitialImage(connection, randomUUID(), replica.save)
  limits.endBatch()
  let isClosing = false
  const onError = (error: unknown) => {
    // An image that is being written when the replica stops is not needed.
    if (!isClosing) dependencies.onError(error, 'state')
  }
  const limitLog = new LimitLog({ connection, background, limits, onError })
  const clearCaches = dependencies.clearCaches
  const follower = new Follower({ replica, connection, background, notifications, limitLog, loadedVersion, clearCaches, onError })
  await follower.sync()
  const running = (batches = new Batches({ dependencies, follower, limits, snapshots, deferred }))
  const close = async () => {
    // Requests are answered or cut by now; a batch that still runs has no client.
    await Promise.race([running.close(), sleep(stopTimeoutMs, undefined, { ref: false })])
    isClosing = true
    snapshots.close()
    await disconnect()
    replica.store.close()
  }
  return { ...createSandboxMethods(running, dependencies, () => notifications.query('SELECT 1')), close }
}

/** Synchronous methods throw: a replica answers after a round trip to Postgres. */
function createSandboxMethods(batches: Batches, dependencies: Dependencies, probe: () => Promise<unknown>): Omit<ReplicaSandbox, 'close'> {
  const { platform, options, credentials } = dependencies
  const prepare = (request: CoreRequest) => {
    if (!hasPassword(request)) return undefined
    // Another replica may have just created the user.
    return batches.refresh().then(() => preparePassword(request, platform, options) ?? request)
  }
  const submit = (request: CoreRequest, respond: (response: CoreResponse) => void) => batches.submit({ request, respond })
  const refuse = (method: string, alternative: string) => (): never => {
    throw new Error(`${method} is not available with a state in ${options.state}. Use ${alternative}.`)
  }
  const handleAll = refuse('handleAll()', 'fetch()')
  const fetchCore = { prepare, handle: (request: CoreRequest) => new Promise<CoreResponse>((resolve) => submit(request, resolve)) }
  return {
    core: { handleAll, prepare, submit, probe },
    handle: refuse('handle()', 'fetch()'),
    handleAll,
    prepare,
    fetch: (input, init) => handleFetch(new Request(input, init), fetchCore),
    credentials,
    account: refuse('account()', 'POST /_sandbox/accounts'),
    drift: refuse('drift()', 'POST /_sandbox/drift'),
    reset: refuse('reset()', 'POST /_sandbox/reset'),
  }
}

/** Measures how far the clock of this machine is from the clock of Postgres, which all replicas use. */
async function measureClockSkew({ query }: Connection): Promise<number> {
  const before = Date.now()
  const [row] = await query<{ readonly now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now')
  const middle = (before + Date.now()) / 2
  const skewMs = (row?.now ?? middle) - middle
  // A smaller difference may come from the round trip.
  return Math.abs(skewMs) < 50 ? 0 : skewMs
}

function createDeferredTasks(): DeferredTasks {
  let tasks: (() => void)[] = []
  return {
    add: (task) => void tasks.push(task),
    run: () => {
      const current = tasks
      tasks = []
      for (const task of current) task()
    },
    discard: () => {
      tasks = []
    },
  }
}
