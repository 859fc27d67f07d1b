/** Puts a sandbox together: state, time, engine, behaviors. It listens on nothing; `startSandbox` does. */
import { createHash, randomBytes } from 'node:crypto'
import { createOwnAccounts, type OwnAccount } from './auth/own-accounts.ts'
import { preparePassword } from './auth/prepare-password.ts'
import { seedCredentials } from './auth/seeded-credentials.ts'
import { createTokens } from './auth/tokens.ts'
import type { FamilyBehavior } from './families/family.ts'
import { families } from './generated/families.ts'
import { createClock } from './clock/clock.ts'
import { type DueError, type DueHandler, runDue } from './clock/run-due.ts'
import { createEvents, type OtherListeners } from './control/events.ts'
import { createFaults, type FaultKeeper } from './control/faults.ts'
import { createSeededRandom } from './control/seeded-random.ts'
import { createSnapshots, type Shelf } from './control/snapshots.ts'
import { catchUpState, completeAction } from './engine/actions.ts'
import { writeAnswer } from './engine/answer.ts'
import type { AnyBehavior, AnyCall } from './engine/call.ts'
import { createWorlds } from './engine/create-worlds.ts'
import { joinHooks } from './engine/hooks.ts'
import { runTransition, type TransitionDue } from './engine/lifecycle.ts'
import { createIds } from './engine/ids.ts'
import { newestSpelling } from './engine/newest-spelling.ts'
import { serveGenerically } from './engine/serve.ts'
import type { Platform, Settings, World } from './engine/world.ts'
import type { OperationRow } from './tables/operation-row.ts'
import { operationRows } from './generated/operations.ts'
import { Limiter, type Limits } from './limits/limiter.ts'
import { checkOptions, defaultLog, isPostgres, type SandboxOptions } from './options.ts'
import { createEmails, nameChange } from './requests/describe-request.ts'
import { createChangeRecorder } from './requests/record-changes.ts'
import { type LogSharing, RequestLog } from './requests/request-log.ts'
import type { Dependencies } from './dependencies.ts'
import { answerFetch } from './server/answer-fetch.ts'
import { handle, handleAll } from './server/handle.ts'
import { perform } from './server/handlers.ts'
import type { CoreRequest, CoreResponse } from './http/messages.ts'
import { createRouter } from './http/router.ts'
import { describeWriteFailure } from './store/describe-write-failure.ts'
import { indexedFields } from './indexed-fields.ts'
import { openStore } from './store/sqlite-store.ts'
import { type Due, type Key, StateFileError, type Store } from './store/store.ts'
import type { Kinds } from './generated/types.ts'
import { beginWorld, readWorld } from './worlds/begin-world.ts'
import { checkWorld } from './worlds/check-world.ts'
import { exportWorld } from './worlds/export-world.ts'

export interface Sandbox {
  /** Answers a request without any port. */
  readonly handle: (request: CoreRequest) => CoreResponse
  /** As `handle` for each, in their order; what they change is written once for all of them. */
  readonly handleAll: (requests: readonly CoreRequest[]) => readonly CoreResponse[]
  /** Does what takes long of a request, a password's key, while others are answered; what it gives is for `handle`. Undefined where `handle` takes no time. */
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
  /** As the global `fetch`, for clients that take one; the host of the address does not matter. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly credentials: () => ReturnType<typeof seedCredentials>
  /**
   * A fresh account with tokens of its own, entirely separate from every other, in about a millisecond: one for each test, so that tests
   * can run beside each other. With `using`, or after `dispose`, all that it has is forgotten.
   */
  readonly account: () => DisposableAccount
  /** Makes everything as it was on the first day. */
  readonly reset: () => void
  /** Closes the state; once more does nothing. Nothing is lost without it. */
  readonly close: () => void
}

export interface DisposableAccount extends OwnAccount {
  readonly dispose: () => void
  readonly [Symbol.dispose]: () => void
}

const all: readonly FamilyBehavior[] = Object.values(families)

/**
 * @param authority the certificate, as PEM, that stands for the one that the server before it shows
 * @throws StateFileError when the state file cannot be used
 */
export function createSandbox(options: SandboxOptions = {}, authority?: string): Sandbox {
  checkOptions(options)
  if (isPostgres(options.state))
    throw new Error('A state in Postgres is asked over a network, so it takes startSandbox() or the command start.')
  const dependencies = createDependencies(options, authority)
  const core = {
    handle: (request: CoreRequest) => handle(request, dependencies),
    prepare: (request: CoreRequest) => preparePassword(request, dependencies.platform, options),
  }
  return {
    ...core,
    handleAll: (requests) => handleAll(requests, dependencies),
    fetch: (input, init) => answerFetch(new Request(input, init), core),
    credentials: dependencies.credentials,
    account: () => {
      const { make, forget } = dependencies.ownAccounts
      const made = make()
      const dispose = () => void forget(made.id)
      return { ...made, dispose, [Symbol.dispose]: dispose }
    },
    reset: dependencies.reset,
    close: dependencies.platform.store.close,
  }
}

/** What one of several replicas has in common with the others. */
export interface Shared {
  readonly store: Store
  readonly limiter: Limits
  readonly shelf: Shelf
  readonly faults: FaultKeeper
  /** Does it when what led to it is kept, and never where that is undone. */
  readonly later: (work: () => void) => void
  /** Does what has fallen due, some time soon. */
  readonly nudge: () => void
  readonly realNow: () => number
  readonly listeners: OtherListeners
  readonly log: LogSharing
}

export function createDependencies(options: SandboxOptions, authority: string | undefined, shared?: Shared): Dependencies {
  const { onError = printError } = options
  const { durability, acceptLoss } = options
  const onLoss = (sentence: string) => onError(new StateFileError(sentence), 'state')
  const store = shared?.store ?? openStore(options.state, { durability, acceptLoss, onLoss, indexed: indexedFields })
  const clock = createClock(store, shared?.realNow)
  let seed = ''
  let worldSeed = ''
  const ids = createIds(store, () => seed)
  const settings: { actionSeconds: number | undefined; lag: Settings['lag'] } = {
    actionSeconds: options.actionSeconds,
    lag: options.lag ?? 'none',
  }
  const faults = createFaults(
    createSeededRandom(() => seed),
    shared?.faults,
  )
  const dueHandlers = listDueHandlers()
  const requests = new RequestLog(
    options.requestLog ?? defaultLog.most,
    (options.requestLogMb ?? defaultLog.mebibytes) * 2 ** 20,
    shared?.log,
  )
  const changes = createChangeRecorder()
  const catchUp = () => {
    // What was done by no request and by nothing that fell due.
    changes.discard()
    runDue(platform, dueHandlers, { onDone: tellDone, onFailure: tellFailure })
    return untilNext()
  }
  const tellDone = ({ name, at, account = '' }: Due) => {
    const taken = changes.take()
    later(() => requests.noteDue({ name, at, account, changes: taken }))
    const objects = () => taken.map((change) => nameChange(change, createEmails(platform)))
    if (events.wants('changes')) events.publish('changes', 'change', { due: name, objects: objects() })
    if (events.wants('dues')) events.publish('dues', 'due', { name, at: new Date(at).toISOString(), objects: objects() })
    events.flush()
  }
  const tellFailure = (error: DueError) => {
    const { name, at, payload } = error.due
    changes.discard()
    // What the handler had noted until then was undone with it.
    events.discard()
    events.publish('failures', 'failure', {
      due: name,
      at: new Date(at).toISOString(),
      payload: JSON.parse(payload) as unknown,
      message: error.message,
    })
    events.flush()
    later(() => onError(error, 'due'))
  }
  const later = shared?.later ?? ((work: () => void) => work())
  const untilNext = () => store.nextDue() - clock.now()
  const nudge = () => {
    shared?.nudge()
    return untilNext()
  }
  const events = createEvents(shared ? nudge : catchUp, shared?.listeners)
  const note = (action: Kinds['Action']) => events.publish('actions', 'action', { ...action })
  const tokens = createTokens(store, clock)
  const secretOf = (from: string) => (name: string) => createHash('sha256').update(`${from}:secret:${name}`).digest('hex')
  const secret = (name: string) => secretOf(seed)(name)
  const keptSecret = (name: string) => secretOf(worldSeed)(name)
  const platform: Platform = {
    store,
    clock,
    ids,
    tokens,
    secret,
    keptSecret,
    isDown: faults.isDown,
    worldOf: (account) => worlds.of(account),
  }
  const worlds = createWorlds(
    platform,
    settings,
    { note, fails: faults.failsActions, recorder: requests.isOn ? changes : undefined },
    joinHooks(all.map(({ kinds = {} }) => kinds)),
  )
  const limiter = shared?.limiter ?? new Limiter()

  const reload = () => {
    seed = store.setting('seed') ?? ''
    worldSeed = store.setting('worldSeed') ?? seed
    tokens.forget()
    worlds.forget()
    clock.load()
    faults.load()
  }

  const behaviors = listBehaviors()
  const refusals = new Map(all.flatMap((family) => Object.entries(family.refusals ?? {})))
  const resolved = new Map<string, AnyBehavior | undefined>()
  const dependencies: Dependencies = {
    options,
    onError,
    authority,
    platform,
    clock,
    tokens,
    limiter,
    faults,
    events,
    catchUp,
    requests,
    changes,
    snapshots: createSnapshots(store, shared?.shelf ?? (options.state === undefined ? undefined : `${options.state}.snapshots`)),
    dueHandlers,
    route: createRouter(operationRows),
    addresses: all.flatMap(({ addresses = [] }) => addresses),
    behaviorOf: (operation) => {
      if (!resolved.has(operation.id)) resolved.set(operation.id, findBehavior(behaviors, operation))
      return resolved.get(operation.id)
    },
    refusalOf: ({ id }) => refusals.get(id),
    ownAccounts: createOwnAccounts(platform, worlds.drop),
    credentials: () => seedCredentials(seed),
    reset: () => {
      try {
        limiter.clear()
        faults.clear()
        // The tokens that were handed out on the first day are good again.
        beginWorld(readWorld(store), seed, dependencies)
      } finally {
        reload()
      }
    },
    reload: () => {
      limiter.clear()
      reload()
    },
    forget: reload,
    resend: (request) => handle(request, dependencies),
    firstDay: (world) => {
      if (world !== undefined) checkWorld(world)
      const first = createDependencies({ seed, world: world ?? readWorld(store), onError: () => {} }, undefined)
      try {
        return exportWorld(first)
      } finally {
        first.platform.store.close()
      }
    },
    perform: (exchange) => void perform(exchange, dependencies),
    withoutDelay: (work) => {
      settings.actionSeconds = 0
      worlds.forget()
      try {
        work()
      } finally {
        settings.actionSeconds = options.actionSeconds
        worlds.forget()
      }
    },
  }
  try {
    if (store.setting('seed') !== undefined) reload()
    else beginWorld(options.world ?? 'empty', String(options.seed ?? randomBytes(8).toString('hex')), dependencies)
  } catch (error) {
    store.close()
    const sentence = describeWriteFailure(error)
    throw sentence === undefined ? error : new StateFileError(`${options.state}: ${sentence}`, { cause: error })
  }
  return dependencies
}

/** Where nobody else is told of it, a failure is still not lost. */
function printError(error: unknown, requestId: string): void {
  if (error instanceof StateFileError && requestId === 'state') console.error(`spindrift-sandbox: ${error.message}`)
  else console.error(`request ${requestId}:`, error)
}

/** An older spelling is answered as the newer one. */
function findBehavior(behaviors: ReadonlyMap<string, AnyBehavior>, operation: OperationRow): AnyBehavior | undefined {
  const newer = newestSpelling(operation)
  const behavior = behaviors.get(newer.id) ?? serveGenerically(newer)
  return newer === operation ? behavior : behavior && ((call, world) => behavior({ ...call, operation: newer }, world))
}

/** By operationId. */
function listBehaviors(): Map<string, AnyBehavior> {
  return new Map(
    all.flatMap(({ behaviors = {} }) =>
      Object.entries(behaviors).map(([id, behavior]): [string, AnyBehavior] => {
        // Validation has made sure that the call is what the operation's type says.
        const answers = behavior as unknown as (call: AnyCall, world: World) => unknown
        return [id, (call, world) => writeAnswer(answers(call, world))]
      }),
    ),
  )
}

function listDueHandlers(): Map<string, DueHandler> {
  const handlers = new Map<string, DueHandler>(all.flatMap(({ due = {} }) => Object.entries(due)))
  handlers.set('engine.transition', (payload: TransitionDue, world) => runTransition(world, payload))
  handlers.set('engine.remove', (key: Key, { engine }) => {
    if (engine.anyKind.find(key)) engine.anyKind.remove(key)
  })
  handlers.set('actions.catchUp', catchUpState)
  handlers.set('actions.complete', ({ id }: { readonly id: number }, world) => {
    completeAction(id, world, (name, payload) => {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`Nothing handles "${name}", which an action was to end with.`)
      handler(payload as never, world)
    })
  })
  return handlers
}
