import type { AccountCopy } from './account-rows.ts'
import type { Comparison } from './compare-copies.ts'
import type { Copy } from './copy.ts'
import type { Inspection } from './inspect.ts'
import type { Moment } from './moment.ts'

/**
 * Where the sandbox keeps everything that must outlive a request. Behaviors see only this: no statement, no table, no driver.
 * Everything is synchronous, so a transaction cannot be interleaved with another request.
 */
export interface Store {
  /** All of `work` happens, or nothing of it. A transaction inside another is part of it. */
  transaction<T>(work: () => T): T
  /** The transactions in `work` are committed together, at its end; each is still undone by itself. @throws Error when nothing of it has happened */
  group<T>(work: () => T): T
  /** The stored JSON text of one object, ready to be sent. */
  text(key: Key): string | undefined
  get(key: Key): Row | undefined
  /** The text of the object whose `unique` this is. */
  byUnique(kind: string, unique: string, parent?: string): string | undefined
  /** Inserts or replaces. @throws UniqueError when another object of the kind has the same `unique` */
  put(row: Row): void
  /** Deletes one object and everything that lives under it. False when it was not there. */
  delete(key: Key): boolean
  list(question: Question): Page
  /** What is kept hidden with each of a kind, as `list` has the texts. */
  hidden(question: Pick<Question, 'kind' | 'parent' | 'order'>): string
  /** The text of the one that was made last. */
  newest(question: Omit<Question, 'page' | 'order'>): string | undefined
  /** Where the objects themselves are not needed: nothing is parsed. All of them, or so many after the first few. */
  ids(question: Omit<Question, 'page'> & { readonly first?: number; readonly most?: number }): string[]
  count(question: Omit<Question, 'page'>): number
  /** Counts up from `first`, for ever, also over restarts. */
  next(counter: string, first?: number): number
  setting(name: string): string | undefined
  set(name: string, value: string): void
  /** Notes that something falls due, at the nearest whole millisecond. Answered by `takeDue` in order of time, then of noting. */
  schedule(plan: Plan): void
  /** Removes and gives back the first that is due at `now`. */
  takeDue(now: number): Due | undefined
  /** When the next falls due; Infinity when nothing does. */
  nextDue(): number
  /** All that an account has. */
  readAccount(account: string): AccountCopy
  /** Puts in what another has, for an account that has nothing yet. */
  addAccount(account: string, rows: AccountCopy['rows']): void
  /** All that an account has goes. */
  forgetAccount(account: string): void
  /** Forgets everything, settings too. */
  clear(): void
  /** Has it done each time that what was read before may be wrong: something was undone, or another state is in its place. */
  whenUndone(work: () => void): void
  /** Writes a copy of everything, to be given to `restore`, as a file that is new or empty. */
  save(file: string): void
  /** What differs between a copy and another, or what is there now. */
  compare(earlier: Copy, later: Copy | undefined, of: { readonly kinds: readonly string[]; readonly most: number }): Comparison
  readonly inspect: Inspection
  /** @param after what is done to it before anything is kept: all of it happens, or nothing */
  restore(copy: Copy, after?: () => void): void
  close(): void
}

/** `full` waits for the disk before a write is acknowledged, which survives a power failure; `normal` survives the death of the process. */
export type Durability = 'full' | 'normal'

export interface Key<Kind extends string = string> {
  readonly kind: Kind
  readonly id: string
  /** What it lives under, made by `under`; empty at the top. */
  readonly parent?: string
}

export interface Row extends Key {
  /** JSON, as it is sent. */
  readonly text: string
  /** Two objects of one kind and parent cannot have the same. */
  readonly unique?: string | undefined
  /** JSON that is kept with the object and never sent. */
  readonly hidden?: string | undefined
  /** Known not to be there yet, so that nothing looks for what it takes the place of. */
  readonly isNew?: boolean
  /** What the text is of, where that is at hand. */
  readonly value?: unknown
}

export interface Question {
  readonly kind: string
  readonly parent?: string
  readonly where?: readonly Condition[]
  readonly order?: 'oldest' | 'newest'
  /** By the text of a field instead, by the numbers of its characters; of those that have the same, the oldest first. */
  readonly by?: string
  readonly page?: { readonly number: number; readonly size: number }
}

/** A field by its path (`name`, `region.slug`, `tags[]` for any item of an array, `rules[].port` for a member of any) and what it must equal. */
export interface Condition {
  readonly field: string
  readonly equals: string | number | boolean
  /** Or one of these. */
  readonly or?: readonly (string | number | boolean)[]
  /** Without regard to case. */
  readonly fold?: boolean
  /** The field is of what is kept hidden with the object. */
  readonly hidden?: boolean
}

export interface Page<Value = unknown> {
  /** What each of them is; for the checker only. */
  readonly of?: Value
  /** The JSON texts of the page, joined with commas. */
  readonly texts: string
  /** How many there are over all pages. */
  readonly total: number
}

/** What is to happen later. */
export interface Plan {
  readonly at: number
  /** Names the handler, for example `engine.transition`. */
  readonly name: string
  readonly payload: string
  /** In whose world it happens; left out for the first account. */
  readonly account?: string
}

export interface Due extends Plan {
  readonly at: Moment
}

export class UniqueError extends Error {
  override readonly name = 'UniqueError'
}

/** The file cannot be used: in use, damaged, of another program, or newer than this one. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** The object that a parent path leads to; undefined at the top. */
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

/** The parent of whatever lives under one object. */
export function under(key: Key): string {
  return `${key.parent ?? ''}${key.kind}/${encodeURIComponent(key.id)}/`
}
