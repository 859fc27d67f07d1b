/** Interface of an optional service behind the API: what the API creates can be used. A package exports `createService(): Service`. */
import type { MatchedFault } from '../control/faults.ts'
import type { Inbox } from './inbox.ts'
import type { ServiceEndpoints } from './service-endpoints.ts'

export interface Service {
  /** Name in `--services`, in faults (as `family`) and in the names of folders. */
  readonly name: string
  /** Kinds of resources whose changes the service receives. */
  readonly kinds: readonly string[]
  /** Opens ports, and creates what the present resources need. The sandbox accepts no requests before. @throws Error when it cannot start */
  readonly start: (ctx: ServiceContext) => Promise<ServiceEndpoints>
  /** Applies committed changes, in order. The response to the request that made them waits. */
  readonly applyChanges?: (changes: readonly ResourceChange[]) => Promise<void> | void
  /** Called when the clock was set back or a minute has passed, after the jobs. The response to the request that follows waits. */
  readonly advance?: () => Promise<void> | void
  /** Messages for `/_sandbox/inbox`. */
  readonly inbox?: Inbox
  /** Returns fields to replace in a resource of a reply, such as connection details; undefined for none. Runs after `start`. */
  readonly serialize?: (resource: Resource) => object | undefined
  /** Copies the data of the service into an empty folder. */
  readonly snapshot: (folder: string) => Promise<void> | void
  /** Replaces the data by that of a snapshot; the resources are replaced already. An empty folder: the snapshot has no data of the service. */
  readonly restore: (folder: string) => Promise<void> | void
  /** Deletes the data; the resources are those of the initial state already. */
  readonly reset: () => Promise<void> | void
  /** Deletes the data of a removed account. */
  readonly removeAccount?: (account: string) => Promise<void> | void
  /** Closes ports and files. May be called more than once. */
  readonly stop: () => Promise<void> | void
}

export interface ServiceContext {
  /** Address to listen on. */
  readonly host: string
  /** Returns the port to try first: `defaultPort`, or 0 for any free port when the sandbox itself listens on any. */
  readonly choosePort: (defaultPort: number) => number
  /** Folder for data beside the state file, maybe of an earlier run; undefined while the state is in memory. */
  readonly folder: string | undefined
  /** Clock of the sandbox in milliseconds. */
  readonly now: () => number
  /** Runs the jobs that are due and applies their changes, as every request to the API does first. */
  readonly runPendingJobs: () => Promise<void>
  /** Account of the tokens that the sandbox prints. */
  readonly owner: string
  /** Lists the resources of a kind, of all accounts. */
  readonly list: (kind: string) => readonly Resource[]
  /** Returns the body of a GET request of an account, without limits and faults; undefined when it fails. */
  readonly get: (account: string, path: string) => unknown
  /** Hosts outside this machine that notifications may be sent to. */
  readonly allowNotify: readonly string[]
  /** Lists a thing that only the service knows, like a bucket, in the projects of its account, or no longer. */
  readonly setInProjects: (account: string, urn: string, isThere: boolean) => void
  /** Derives a secret from the seed: the same in every run with the seed. */
  readonly deriveSecret: (name: string) => string
  /** Finds the injected fault of a request, counts it and waits for its latency. */
  readonly injectFault: (operation: string, region?: string) => Promise<MatchedFault | undefined>
  readonly onError: (error: unknown) => void
}

export interface Resource {
  readonly account: string
  readonly kind: string
  readonly id: string
  /** Path of the resource that contains it, like `DatabaseCluster/<id>/`; empty at the top level. */
  readonly parent: string
  readonly value: Readonly<Record<string, unknown>>
  /** Data stored with the resource that responses never show, such as secrets. Not set in `serialize` and `before`. */
  readonly hidden?: Readonly<Record<string, unknown>>
}

/** A created (`after` only), updated or deleted (`before` only) resource. A deleted resource stands for those below it too. */
export interface ResourceChange {
  readonly before: Resource | undefined
  readonly after: Resource | undefined
}
