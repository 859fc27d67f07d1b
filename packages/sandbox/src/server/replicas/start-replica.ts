/** One of several sandboxes that have their state in one Postgres database. docs/decisions/0015 says why it is so. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDependencies, type Shared } from '../../create-dependencies.ts'
import { mayBringPassword, preparePassword } from '../../auth/prepare-password.ts'
import { operationRows } from '../../generated/operations.ts'
import { checkOptions, type SandboxOptions } from '../../options.ts'
import { answerFetch } from '../answer-fetch.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Core } from '../listen.ts'
import type { Sandbox } from '../../create-sandbox.ts'
import type { CoreRequest, CoreResponse } from '../../http/messages.ts'
import type { LogSharing } from '../../requests/request-log.ts'
import { indexedFields } from '../../indexed-fields.ts'
import { openReplica, type Replica } from '../../store/replica.ts'
import { type Afterwards, Batches } from './batches.ts'
import { connect, type Connection, describe } from './connection.ts'
import { Follower } from './follower.ts'
import { createSchema } from './schema.ts'
import { readImage } from './shared-images.ts'
import { writeFirst } from './shared-log.ts'
import { createPeers, type Peers } from './peers.ts'
import { LimitLog } from './limit-log.ts'
import { createSharedEvents } from './shared-events.ts'
import { createSharedLimits } from './shared-limits.ts'
import { createSharedRequests, type SharedRequests } from './shared-requests.ts'
import { createSharedSnapshotStore } from './shared-snapshot-store.ts'

/** Milliseconds for what has fallen due and is being done when a replica ends. */
const mostForRest = 300

export interface ReplicaSandbox extends Omit<Sandbox, 'close'> {
  readonly core: Core
  readonly close: () => Promise<void>
}

/** @throws Error when Postgres cannot be used, in one line */
export async function openReplicaSandbox(
  options: SandboxOptions,
  { url, authority }: Pick<Given, 'url' | 'authority'>,
): Promise<ReplicaSandbox> {
  checkOptions(options)
  const id = randomUUID()
  const opened: { readonly close: () => unknown }[] = []
  const open = async () => {
    const connection = await connect(url, id)
    opened.push(connection)
    return connection
  }
  const disconnect = async () => void (await Promise.all(opened.map((each) => each.close())))
  try {
    // If there is none, one says so.
    const connection = await open()
    const [aside, spoken] = await Promise.all([open(), open()])
    await createSchema(connection)
    return await openOn({ connection, aside, spoken, peers: createPeers(id, spoken), disconnect }, { options, url, authority })
  } catch (error) {
    await disconnect()
    throw error
  }
}

interface Connections {
  /** What requests wait for. */
  readonly connection: Connection
  /** What nobody waits for. */
  readonly aside: Connection
  /** What replicas talk by, which takes no time. */
  readonly spoken: Connection
  readonly peers: Peers
  readonly disconnect: () => Promise<void>
}

interface Given {
  readonly options: SandboxOptions
  readonly url: string
  readonly authority: string | undefined
}

async function openOn(
  { connection, aside, spoken, peers, disconnect }: Connections,
  { options, url, authority }: Given,
): Promise<ReplicaSandbox> {
  const { state: _url, ...own } = options
  const replica = openReplica(indexedFields)
  const skew = await measureSkew(connection)
  const limits = createSharedLimits(operationRows.flatMap((row) => row.limits ?? []))
  const snapshotStore = createSharedSnapshotStore(replica.store, connection)
  const afterwards = createAfterwards()
  const log = createSharedRequests(peers, () => dependencies.requests, new Map(operationRows.map((row) => [row.id, row])))
  const listeners = createSharedEvents(peers, (events) => dependencies.events.hear(events))
  let batches: Batches | undefined
  const shared: Shared = {
    state: replica,
    limiter: limits,
    snapshotStore,
    faults: { read: () => replica.shared.get('faults'), write: (text) => replica.shared.set('faults', text) },
    later: afterwards.later,
    nudge: () => batches?.nudge(),
    realNow: () => Date.now() + skew,
    listeners,
    log: shareLog(replica, log, () => performance.timeOrigin + performance.now() + skew),
  }
  const begun = await readImage(connection, replica.load)
  const dependencies: Dependencies = createDependencies({ ...own, state: describe(url) }, authority, shared)
  // Of several that are the first, one is; the others take what it has made.
  if (begun === undefined) await writeFirst(connection, randomUUID(), replica.save)
  limits.settle()
  let isClosing = false
  const onError = (error: unknown) => {
    // An image that is being written then is not wanted any more.
    if (!isClosing) dependencies.onError(error, 'state')
  }
  const limitLog = new LimitLog({ connection, aside, limits, onError })
  const follower = new Follower({ replica, connection, aside, peers, limitLog, begun, forget: dependencies.forget, onError })
  await follower.runPendingJobs()
  await listeners.begin()
  const running = (batches = new Batches({ dependencies, follower, limits, snapshotStore, listeners, log, afterwards }))
  const close = async () => {
    // Whoever was to be answered is by now, or was cut; what is left may be undone as well as done.
    await Promise.race([running.close(), sleep(mostForRest, undefined, { ref: false })])
    isClosing = true
    snapshotStore.close()
    listeners.close()
    await disconnect()
    replica.store.close()
  }
  return { ...answerBy(running, dependencies, () => spoken.query('SELECT 1')), close }
}

/** What only one sandbox on its own can do at once is refused. */
function answerBy(batches: Batches, dependencies: Dependencies, probe: () => Promise<unknown>): Omit<ReplicaSandbox, 'close'> {
  const { platform, options, credentials } = dependencies
  const prepare = (request: CoreRequest) => {
    if (!mayBringPassword(request)) return undefined
    // Whose password it is, another replica may have just heard.
    return batches.refresh().then(() => preparePassword(request, platform, options) ?? request)
  }
  const submit = (request: CoreRequest, answer: (response: CoreResponse) => void) => batches.submit({ request, answer })
  const refuse = (what: string, instead: string) => (): never => {
    throw new Error(`${what} is not there with a state in ${options.state}. Use ${instead}.`)
  }
  const handleAll = refuse('handleAll()', 'fetch()')
  const fetchCore = { prepare, handle: (request: CoreRequest) => new Promise<CoreResponse>((resolve) => submit(request, resolve)) }
  return {
    core: { handleAll, prepare, submit, probe },
    handle: refuse('handle()', 'fetch()'),
    handleAll,
    prepare,
    fetch: (input, init) => answerFetch(new Request(input, init), fetchCore),
    credentials,
    account: refuse('account()', 'POST /_sandbox/accounts'),
    reset: refuse('reset()', 'POST /_sandbox/reset'),
  }
}

function shareLog({ shared }: Replica, { others }: SharedRequests, now: () => number): LogSharing {
  return {
    // By the microsecond: two of one may be in either order.
    nextNumber: (last) => Math.max(last + 1, Math.floor(now() * 1000)),
    others,
    cleared: {
      read: (what) => Number(shared.get(`cleared ${what}`) ?? 0),
      write: (what, number) => shared.set(`cleared ${what}`, String(number)),
    },
  }
}

/** How far this machine's clock is from that of Postgres, which is everyone's. */
async function measureSkew({ query }: Connection): Promise<number> {
  const before = Date.now()
  const [row] = await query<{ readonly now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now')
  const middle = (before + Date.now()) / 2
  const skew = (row?.now ?? middle) - middle
  // What a round trip may hide is no difference.
  return Math.abs(skew) < 50 ? 0 : skew
}

function createAfterwards(): Afterwards {
  let works: (() => void)[] = []
  return {
    later: (work: () => void) => void works.push(work),
    keep: () => {
      const done = works
      works = []
      for (const work of done) work()
    },
    undo: () => {
      works = []
    },
  }
}
