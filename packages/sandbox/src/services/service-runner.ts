/** Runs services: passes committed changes, snapshots and resets to them in order, and adds their fields to replies. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listActiveUsers } from '../auth/users.ts'
import { ownerAccountId } from '../catalog/owner.ts'
import type { Snapshots } from '../control/snapshots.ts'
import type { Dependencies } from '../dependencies.ts'
import { Failure } from '../engine/failure.ts'
import type { Hooks, ResourceHooks } from '../engine/hooks.ts'
import type { Value } from '../engine/values.ts'
import { RequestContext } from '../http/request-context.ts'
import type { CoreResponse } from '../http/messages.ts'
import type { RecordedChange } from '../requests/record-changes.ts'
import { setServiceResource } from '../shared/project-urns.ts'
import type { Resource, ResourceChange, Service, ServiceContext } from './service.ts'
import type { RunningService } from './service-endpoints.ts'

export interface Listening {
  readonly host: string
  readonly port: number
}

export class ServiceRunner {
  readonly #services: readonly Service[]
  readonly #running: RunningService[] = []
  #dependencies: Dependencies | undefined
  /** Committed or pending changes of the present batch. */
  #changes: RecordedChange[] = []
  /** Tasks that the next response waits for. */
  #tasks: (() => Promise<void>)[] = []
  #batch: Promise<void> | undefined
  #tail: Promise<void> = Promise.resolve()
  #snapshotFolder: string | undefined
  #isTemporary = false
  #isScheduled = false
  /** Time of the clock when `advance` was last called. */
  #advancedAt = 0

  constructor(services: readonly Service[]) {
    this.#services = services
  }

  get running(): readonly RunningService[] {
    return this.#running
  }

  /** Adds the fields of services to the resources in replies. */
  readonly extendHooks = (hooks: Hooks): Hooks => {
    const extended = new Map(hooks)
    for (const service of this.#services)
      if (service.serialize) for (const kind of service.kinds) extended.set(kind, extendSerialize(extended.get(kind), service))
    return extended
  }

  /** Adds the changes of a request or a job. They are delivered after the commit. */
  readonly addChanges = (changes: readonly RecordedChange[]): void => {
    this.#changes.push(...changes)
    // Requests are settled by the server at once; this is for jobs and for requests in this process.
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      void this.#run().catch(() => {})
    })
  }

  /** Connects the services with the state: snapshots, resets and removed accounts. */
  connect(dependencies: Dependencies): Dependencies {
    const { snapshots, testAccounts, options } = dependencies
    this.#snapshotFolder = options.state === undefined ? undefined : `${options.state}.snapshots`
    const connected: Dependencies = {
      ...dependencies,
      services: () => this.#running,
      inbox: () => this.#services.find(({ inbox }) => inbox !== undefined)?.inbox,
      snapshots: this.#extendSnapshots(snapshots),
      testAccounts: {
        ...testAccounts,
        remove: (id) => {
          const isRemoved = testAccounts.remove(id)
          if (isRemoved) this.#addTask((service) => service.removeAccount?.(id))
          return isRemoved
        },
      },
      reset: () => {
        dependencies.reset()
        this.#changes = []
        this.#addTask((service) => service.reset())
      },
      // Another state, or a batch that was rolled back and runs again.
      reload: () => {
        this.#changes = []
        dependencies.reload()
      },
    }
    this.#dependencies = connected
    return connected
  }

  /** @throws Error of the first service that cannot start */
  async start(listening: Listening): Promise<void> {
    for (const service of this.#services) {
      const { urls, environment = {} } = await service.start(this.#createContext(service, listening))
      this.#running.push({ name: service.name, urls, environment })
    }
  }

  /** Delays a response until the services have applied the changes of its batch; undefined if there are none. */
  delayResponse(response: CoreResponse): Promise<CoreResponse> | undefined {
    this.#advance()
    if (this.#changes.length > 0 || this.#tasks.length > 0) {
      this.#batch = this.#run()
      // The other responses of the batch are settled in the same turn.
      queueMicrotask(() => (this.#batch = undefined))
    }
    return this.#batch?.then(
      () => response,
      (error: unknown) => formatServiceError(error),
    )
  }

  async stop(): Promise<void> {
    await this.#tail
    for (const service of this.#services) await service.stop()
    if (this.#isTemporary && this.#snapshotFolder !== undefined) rmSync(this.#snapshotFolder, { recursive: true, force: true })
  }

  #advance(): void {
    const passedMs = this.#require().clock.now() - this.#advancedAt
    if (passedMs >= 0 && passedMs < 60_000) return
    this.#advancedAt += passedMs
    this.#addTask((service) => service.advance?.())
  }

  #extendSnapshots(snapshots: Snapshots): Snapshots {
    return {
      ...snapshots,
      save: (name) => {
        snapshots.save(name)
        this.#addTask((service) => service.snapshot(createEmptyFolder(this.#folderOf(name, service))))
      },
      restore: (name) => {
        snapshots.restore(name)
        this.#changes = []
        this.#addTask((service) => {
          const folder = this.#folderOf(name, service)
          return service.restore(existsSync(folder) ? folder : createEmptyFolder(folder))
        })
      },
      remove: (name) => {
        snapshots.remove(name)
        for (const service of this.#services) rmSync(this.#folderOf(name, service), { recursive: true, force: true })
      },
    }
  }

  #addTask(task: (service: Service) => Promise<void> | void): void {
    this.#queueChanges()
    for (const service of this.#services)
      this.#tasks.push(async () => {
        try {
          await task(service)
        } catch (error) {
          this.#dependencies?.onError(error, service.name)
          throw new Error(`${service.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
        }
      })
  }

  /** Turns the committed changes into a task of each service. */
  #queueChanges(): void {
    const changes = this.#changes
    if (changes.length === 0) return
    this.#changes = []
    this.#addTask((service) => {
      const own = changes.filter(({ kind }) => service.kinds.includes(kind))
      return own.length === 0 ? undefined : service.applyChanges?.(own.map((change) => this.#describeChange(change)))
    })
  }

  /** Runs all tasks after the earlier ones. @throws Error of the first task that fails, after the others ran */
  #run(): Promise<void> {
    this.#queueChanges()
    const tasks = this.#tasks
    this.#tasks = []
    if (tasks.length === 0) return Promise.resolve()
    const completion = runAll(tasks, this.#tail)
    this.#tail = completion.catch(() => {})
    return completion
  }

  #describeChange({ kind, id, parent, account, before, after }: RecordedChange): ResourceChange {
    const describe = (text: string | undefined, withHidden: boolean) =>
      text === undefined ? undefined : this.#describe({ account, kind, id, parent }, text, withHidden)
    return { before: describe(before, false), after: describe(after, true) }
  }

  #describe(key: Omit<Resource, 'value'>, text: string, withHidden: boolean): Resource {
    const hidden = withHidden ? this.#dependencies?.platform.contextFor(key.account).store.get(key)?.hidden : undefined
    return { ...key, value: JSON.parse(text) as Value, ...(hidden !== undefined && { hidden: JSON.parse(hidden) as Value }) }
  }

  #list(kind: string): Resource[] {
    const { platform } = this.#require()
    return listActiveUsers(platform.store).flatMap(({ account }) =>
      platform.inspection
        .find({ account, kinds: [kind], limit: -1 })
        .objects.map(({ id, parent, text }) => this.#describe({ account, kind, id, parent }, text, true))
        .toReversed(),
    )
  }

  #get(account: string, url: string): unknown {
    const context = new RequestContext({ method: 'GET', url, headers: { host: 'localhost' } }, 'service')
    context.caller = { id: 'service', kind: 'personal', account, canWrite: false, createdAt: 0 }
    try {
      const reply = this.#require().runWithoutLimits(context)
      return typeof reply?.body === 'string' ? JSON.parse(reply.body) : undefined
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  #createContext({ name }: Service, { host, port }: Listening): ServiceContext {
    const { platform, clock, faults, onError, options } = this.#require()
    return {
      host,
      choosePort: (defaultPort) => (port === 0 ? 0 : defaultPort),
      folder: options.state === undefined ? undefined : createFolder(`${options.state}.${name}`),
      now: () => clock.now(),
      runPendingJobs: () => {
        this.#require().runPendingJobs()
        return this.#run()
      },
      owner: ownerAccountId,
      list: (kind) => this.#list(kind),
      get: (account, path) => this.#get(account, path),
      allowNotify: options.allowNotify ?? [],
      setInProjects: (account, urn, isThere) => setServiceResource(platform.contextFor(account), urn, isThere),
      deriveSecret: (secret) => platform.deriveSecret(`${name}:${secret}`),
      injectFault: async (operation, region) => {
        const fault = faults.matchFault({ id: operation, family: name, regions: () => (region === undefined ? [] : [region]) })
        if (fault && fault.latency > 0) await sleep(fault.latency)
        return fault
      },
      onError: (error) => onError(error, name),
    }
  }

  #require(): Dependencies {
    if (!this.#dependencies) throw new Error('The services are not connected with a state.')
    return this.#dependencies
  }

  /** Folder of a snapshot, beside the state file or temporary. */
  #folderOf(snapshot: string, { name }: Service): string {
    if (this.#snapshotFolder === undefined) {
      this.#snapshotFolder = mkdtempSync(join(tmpdir(), 'spindrift-snapshots-'))
      this.#isTemporary = true
    }
    return join(this.#snapshotFolder, `${snapshot}.${name}`)
  }
}

/** @throws Error of the first task that fails, after the others ran */
async function runAll(tasks: readonly (() => Promise<void>)[], previous: Promise<void>): Promise<void> {
  await previous
  const failures: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw failures[0]
}

function extendSerialize(hooks: ResourceHooks | undefined, service: Service): ResourceHooks {
  return {
    ...hooks,
    serialize: (value, key, ctx, view) => {
      const serialized = (hooks?.serialize?.(value, key, ctx, view) ?? value) as Value
      return { ...serialized, ...service.serialize?.({ account: ctx.owner.account, parent: '', ...key, value: serialized }) }
    },
  }
}

function createFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function createEmptyFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  return createFolder(folder)
}

function formatServiceError(error: unknown): CoreResponse {
  const body = JSON.stringify({ id: 'server_error', message: `The state changed, but a service failed. ${(error as Error).message}` })
  return { status: 500, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }, body }
}
