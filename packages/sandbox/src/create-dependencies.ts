/** Creates the parts of a running sandbox, and its world if the state is new. */
import { createHash, randomBytes } from 'node:crypto'
import { createTestAccounts } from './auth/test-accounts.ts'
import { createOwnerPasswordHash, deriveCredentials } from './auth/seeded-credentials.ts'
import { createTokens } from './auth/tokens.ts'
import { createJobRunner } from './job-runner.ts'
import { createClock } from './clock/clock.ts'
import { createEvents } from './control/events.ts'
import { createFaults, type FaultStorage } from './control/faults.ts'
import { createSeededRandom } from './control/seeded-random.ts'
import { createSnapshots, type SnapshotStore } from './control/snapshots.ts'
import type { Dependencies } from './dependencies.ts'
import { createAccountContexts } from './engine/account-contexts.ts'
import type { Hooks } from './engine/hooks.ts'
import { createIds } from './engine/ids.ts'
import type { Platform, Settings } from './engine/account-context.ts'
import { operationRows } from './generated/operations.ts'
import { createRouter } from './http/router.ts'
import { indexedFields } from './indexed-fields.ts'
import { createModelServers } from './inference/model-servers.ts'
import { type JoinedFamilies, extendFamilies, joinedFamilies } from './join-families.ts'
import { Limiter, type RateLimiter } from './limits/limiter.ts'
import { defaultLog, type SandboxOptions } from './options.ts'
import { createChangeRecorder, type RecordedChange } from './requests/record-changes.ts'
import { RequestLog } from './requests/request-log.ts'
import { handle } from './server/handle.ts'
import { runWithoutLimits } from './server/pipeline.ts'
import { describeWriteFailure } from './store/describe-write-failure.ts'
import { openState, type State } from './store/sqlite-store.ts'
import { StateFileError } from './store/store.ts'
import { createWorld, getStoredWorld } from './worlds/create-world.ts'
import { compareWithInitialState } from './worlds/compare-with-initial-state.ts'
import { findSetting } from './store/settings.ts'

/** Parts that a replica provides, because replicas share their data. */
export interface ReplicaParts {
  readonly state: State
  readonly limiter: RateLimiter
  readonly snapshotStore: SnapshotStore
  readonly faults: FaultStorage
  /** Runs a task once the changes of its batch are appended, and never if they are undone. */
  readonly defer: (task: () => void) => void
  /** Starts pending jobs without waiting for them. */
  readonly startJobs: () => void
  readonly realNow: () => number
}

/** Replication and services, which most sandboxes lack. */
interface OptionalParts {
  readonly shared?: ReplicaParts
  readonly services?: ServiceParts | undefined
}

/** Parts of services behind the API. */
interface ServiceParts {
  /** Adds the fields of services to the resources in replies. */
  readonly extendHooks: (hooks: Hooks) => Hooks
  /** Called with the changes of each request and job, before the commit. */
  readonly addChanges: (changes: readonly RecordedChange[]) => void
}

/** @param authority CA certificate of the server in PEM */
export function createDependencies(options: SandboxOptions, authority: string | undefined, parts: OptionalParts = {}): Dependencies {
  const { onError = printError } = options
  const { shared, services } = parts
  const families = services ? extendFamilies(services.extendHooks) : joinedFamilies
  const { settings, seeds, contexts, testAccounts, ...rest } = createPlatform({ ...options, onError }, families, parts)
  const { platform, faults } = rest
  const { store, clock, tokens } = platform
  const limiter = shared?.limiter ?? new Limiter()
  const load = () => {
    seeds.own = findSetting(store, 'seed') ?? ''
    seeds.world = findSetting(store, 'worldSeed') ?? seeds.own
    tokens.clearCache()
    contexts.clear()
    clock.load()
    faults.reload()
  }
  const dependencies: Dependencies = {
    ...rest,
    ...families,
    options,
    onError,
    authority,
    clock,
    tokens,
    limiter,
    snapshots: createSnapshots(platform, shared?.snapshotStore ?? (options.state === undefined ? undefined : `${options.state}.snapshots`)),
    route,
    testAccounts,
    credentials: () => deriveCredentials(seeds.own, options.controlToken !== undefined),
    reset: () => {
      try {
        limiter.clear()
        faults.clear()
        // Recreates the initial tokens.
        createWorld(getStoredWorld(store), seeds.own, dependencies)
      } finally {
        load()
      }
    },
    reload: () => {
      limiter.clear()
      load()
    },
    clearCaches: load,
    resend: (request) => handle(request, dependencies),
    compareWithInitialState: (world) => compareWithInitialState(world, platform, (initial) => createInitialCopy(seeds.own, initial)),
    runWithoutLimits: (context) => runWithoutLimits(context, dependencies),
    withInstantActions: (work) => {
      settings.actionSeconds = 0
      contexts.clear()
      try {
        return work()
      } finally {
        settings.actionSeconds = options.actionSeconds
        contexts.clear()
      }
    },
  }
  openWorld(dependencies, load)
  return dependencies
}

/** Creates a second sandbox in memory with the initial state of a world. */
function createInitialCopy(seed: string, world: NonNullable<SandboxOptions['world']>): Dependencies {
  return createDependencies({ seed, world, onError: () => {} }, undefined)
}

const route = createRouter(operationRows)

type PlatformOptions = SandboxOptions & Pick<Dependencies, 'onError'>

/** Creates the state, the clock, and the parts that depend on them. */
function createPlatform(options: PlatformOptions, { jobHandlers, hooks }: JoinedFamilies, { shared, services }: OptionalParts) {
  const { durability, onError } = options
  const findModelServer = createModelServers(options.modelsFrom, options.modelsKey)
  const { store, inspection } = shared?.state ?? openState(options.state, { durability, indexed: indexedFields })
  const clock = createClock(store, shared?.realNow)
  const settings: { actionSeconds: number | undefined; lag: Settings['lag'] } = {
    actionSeconds: options.actionSeconds,
    lag: options.lag ?? 'none',
  }
  const seeds = { own: '', world: '' }
  const faults = createFaults(
    createSeededRandom(() => seeds.own),
    shared?.faults,
  )
  const requestBytes = (options.requestLogMb ?? defaultLog.mebibytes) * 2 ** 20
  const requests = new RequestLog(options.requestLog ?? defaultLog.max, requestBytes)
  const changes = createChangeRecorder(services?.addChanges)
  const platform: Platform = {
    store,
    inspection,
    clock,
    ids: createIds(store, () => seeds.own),
    tokens: createTokens(store, clock),
    ownerPasswordHash: createOwnerPasswordHash(() => seeds.own, options.controlToken !== undefined),
    deriveSecret: (name) => deriveSecret(seeds.own, name),
    worldSecret: (name) => deriveSecret(seeds.world, name),
    findModelServer,
    isFailing: faults.isDown,
    contextFor: (account) => contexts.get(account),
  }
  const startJobs = () => {
    shared?.startJobs()
    return store.nextJobTime() - clock.now()
  }
  const events = createEvents(shared ? startJobs : () => runPendingJobs())
  const contexts = createAccountContexts(
    platform,
    settings,
    {
      onChange: (action) => events.publish('actions', 'action', { ...action }),
      shouldFail: faults.failsActions,
      begin: (user) => testAccounts.activate(user),
      recorder: requests.isOn || services ? changes : undefined,
    },
    hooks,
  )
  const testAccounts = createTestAccounts({ platform, jobHandlers, dropContext: contexts.delete })
  const defer = shared?.defer ?? ((task: () => void) => task())
  const runPendingJobs = createJobRunner({ platform, jobHandlers, events, requests, changes, defer, onError })
  return { platform, settings, seeds, contexts, testAccounts, faults, requests, changes, events, runPendingJobs }
}

/** Loads the existing state, or creates a world in a new one. */
function openWorld(dependencies: Dependencies, load: () => void): void {
  const { options, platform } = dependencies
  try {
    if (findSetting(platform.store, 'seed') !== undefined) load()
    else createWorld(options.world ?? 'empty', String(options.seed ?? randomBytes(16).toString('hex')), dependencies)
  } catch (error) {
    platform.store.close()
    const message = describeWriteFailure(error)
    throw message === undefined ? error : new StateFileError(`${options.state}: ${message}`, { cause: error })
  }
}

function deriveSecret(seed: string, name: string): string {
  return createHash('sha256').update(`${seed}:secret:${name}`).digest('hex')
}

/** Default error handler. */
function printError(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, error)
}
