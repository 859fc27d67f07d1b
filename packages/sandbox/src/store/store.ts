import type { Timestamp } from './timestamp.ts'

/**
 * The sandbox's state: everything that outlives a request. Handlers see no statement, no table and no driver.
 * Everything is synchronous, so a transaction cannot be interleaved with another request.
 */
export interface Store {
  get(key: Key): Row | undefined
  /** Finds an object by the value that is unique within its kind and parent. */
  find(query: Pick<Key, 'kind' | 'parent'> & { readonly unique: string }): Row | undefined
  /** Inserts or replaces. @throws UniqueError when another object of the kind and parent has the same `unique` */
  put(row: Row): void
  /** Deletes one object and everything under it. @returns false when it did not exist */
  delete(key: Key): boolean
  list(query: ListQuery): Page
  count(query: Pick<ListQuery, 'kind' | 'parent' | 'where'>): number
  /** Returns `first`, then one more each time; a number is never returned twice, also after restarts. */
  nextCounter(name: string, first?: number): number
  /** Schedules a job at the nearest whole millisecond. */
  schedule(plan: JobPlan): void
  /** Removes and returns the first pending job, ordered by time, then by scheduling. */
  claimNextJob(now: number): Job | undefined
  /** Returns the time of the first job, or Infinity. */
  nextJobTime(): number
  /**
   * Commits everything that `work` writes, or nothing. A transaction inside another is part of it.
   * With `savepoints`, each transaction inside is rolled back by itself, and all are committed together at the end.
   */
  transaction<T>(work: () => T, options?: TransactionOptions): T
  /** Writes a copy of the whole state into a file that is new or empty. */
  snapshot(file: string): void
  /** Replaces the whole state by a snapshot, then calls `after` in the same transaction. */
  restore(snapshot: Snapshot, after?: () => void): void
  /** Deletes everything, or everything of one account. */
  clear(account?: string): void
  /** Calls the listener after a rollback or a restore, when cached reads are stale. */
  onInvalidate(listener: () => void): void
  close(): void
}

export interface TransactionOptions {
  readonly savepoints?: boolean
}

/** `full` waits for the disk before a write is acknowledged, which survives a power failure; `normal` survives the death of the process. */
export type Durability = 'full' | 'normal'

export interface Key<Kind extends string = string> {
  readonly kind: Kind
  readonly id: string
  /** Path of the object that contains it, built by `childPath`; empty at the top level. */
  readonly parent?: string
}

export interface Row extends Key {
  /** JSON as it is sent. */
  readonly text: string
  /** Value that must be unique among the objects of a kind and parent. */
  readonly unique?: string | undefined
  /** JSON that is stored with the object and never sent. */
  readonly hidden?: string | undefined
  /** True for a new row, which saves the lookup of an existing one. */
  readonly isNew?: boolean
  /** Parsed value of the text, if available. */
  readonly value?: unknown
}

export interface ListQuery {
  readonly kind: string
  readonly parent?: string
  readonly where?: readonly Condition[]
  readonly order?: 'oldest' | 'newest'
  /** Sorts by the text of a field instead, by code points, the oldest first among equals. */
  readonly by?: string
  readonly page?: { readonly number: number; readonly size: number }
  /** JSON to list: the object, its id, or its hidden fields. */
  readonly select?: 'text' | 'id' | 'hidden'
}

/** A field by its path (`name`, `region.slug`, `tags[]` for any item of an array, `rules[].port` for a member of any item) and its expected value. */
export interface Condition {
  readonly field: string
  readonly equals: string | number | boolean
  /** Alternative values. */
  readonly or?: readonly (string | number | boolean)[]
  readonly ignoreCase?: boolean
  /** True for a hidden field. */
  readonly hidden?: boolean
}

export interface Page<Value = unknown> {
  /** Type of an object; for the type checker only. */
  readonly of?: Value
  /** The JSON texts, joined with commas. */
  readonly texts: string
  /** The number of objects on all pages. */
  readonly total: number
}

export interface JobPlan {
  readonly at: number
  /** Names the handler, for example `engine.transition`. */
  readonly name: string
  readonly payload: string
  /** Account whose objects the job changes; undefined for a job of the platform. */
  readonly account?: string
}

export interface Job extends JobPlan {
  readonly at: Timestamp
}

export class UniqueError extends Error {
  override readonly name = 'UniqueError'
}

/** The file cannot be used: in use, damaged, of another program, or newer than this one. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** Returns the key of the object that a parent path names; undefined at the top level. */
export function parentKey(parent: string | undefined): Key | undefined {
  const steps = (parent ?? '').split('/').slice(0, -1)
  const [kind, id] = steps.slice(-2)
  if (kind === undefined || id === undefined) return undefined
  return {
    kind,
    id: decodeURIComponent(id),
    parent: steps
      .slice(0, -2)
      .map((step) => `${step}/`)
      .join(''),
  }
}

/** Returns the parent path for objects below this object. */
export function childPath(key: Key): string {
  return `${key.parent ?? ''}${key.kind}/${encodeURIComponent(key.id)}/`
}

/** A database file with a copy of the state. */
export interface Snapshot {
  readonly file: string
  /** True if the file is known to be valid and of this format, which skips the check. */
  readonly isVerified?: boolean
}
