/**
 * Transactions and groups of transactions. A commit costs more than the writes before it, so requests that arrive together share one:
 * each transaction of a group can be rolled back by itself, and one commit at the end saves the group before any response is sent.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Store } from './store.ts'

/** A group that waits for an external confirmation. The store must not be used before `commit` or `rollback`. */
export interface UncommittedTransaction<T> {
  readonly result: T
  readonly commit: () => void
  readonly rollback: () => void
}

export interface Transactions {
  readonly transaction: Store['transaction']
  /** Runs a group that the caller commits or rolls back. */
  readonly runUncommitted: <T>(work: () => T) => UncommittedTransaction<T>
}

/** No group; a group without writes; a group with writes; a group that SQLite rolled back after a disk error. */
type GroupState = 'none' | 'empty' | 'open' | 'lost'

/**
 * @param onRollback called after a rollback, when cached reads are stale
 * @param onBegin called when the transaction of a group begins
 */
export function createTransactions(database: DatabaseSync, onRollback: () => void, onBegin?: () => void): Transactions {
  const group = new Group(database, onRollback, onBegin)
  return {
    transaction: (work, { savepoints = false } = {}) => {
      if (!savepoints) return group.transaction(work)
      const { result, commit } = group.runUncommitted(work)
      commit()
      return result
    },
    runUncommitted: (work) => group.runUncommitted(work),
  }
}

class Group {
  readonly #database: DatabaseSync
  readonly #onRollback: () => void
  readonly #onBegin: (() => void) | undefined
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #rollback: StatementSync
  readonly #mark: StatementSync
  readonly #release: StatementSync
  readonly #rollbackPart: StatementSync
  #state: GroupState = 'none'
  #isInside = false

  constructor(database: DatabaseSync, onRollback: () => void, onBegin: (() => void) | undefined) {
    this.#database = database
    this.#onRollback = onRollback
    this.#onBegin = onBegin
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
    this.#rollback = database.prepare('ROLLBACK')
    this.#mark = database.prepare('SAVEPOINT part')
    this.#release = database.prepare('RELEASE part')
    this.#rollbackPart = database.prepare('ROLLBACK TO part')
  }

  transaction<T>(work: () => T): T {
    if (this.#isInside) return work()
    const isPart = this.#open()
    this.#isInside = true
    try {
      const result = work()
      if (isPart) this.#release.run()
      else this.#commit.run()
      return result
    } catch (error) {
      this.#rollbackTransaction(isPart)
      throw error
    } finally {
      this.#isInside = false
    }
  }

  runUncommitted<T>(work: () => T): UncommittedTransaction<T> {
    this.#state = 'empty'
    const result = this.#rollbackOnError(() => {
      const value = work()
      if (this.#is('lost')) throw new Error('The group of transactions was rolled back.')
      return value
    })
    const commit = () =>
      this.#rollbackOnError(() => {
        if (this.#is('open')) this.#commit.run()
        this.#state = 'none'
      })
    return { result, commit, rollback: () => this.#rollbackAll() }
  }

  /** Compares the state without type narrowing, because `work` may change it. */
  #is(state: GroupState): boolean {
    return this.#state === state
  }

  /** @returns true if the transaction is part of a group */
  #open(): boolean {
    if (this.#state === 'lost') throw new Error('The group of this transaction was rolled back.')
    if (this.#state === 'none') {
      this.#begin.run()
      return false
    }
    if (this.#state === 'empty') {
      this.#begin.run()
      this.#onBegin?.()
    }
    this.#state = 'open'
    this.#mark.run()
    return true
  }

  #rollbackTransaction(isPart: boolean): void {
    // SQLite may have rolled back by itself after a disk error.
    if (!this.#database.isTransaction) {
      if (isPart) this.#state = 'lost'
    } else if (isPart) {
      this.#rollbackPart.run()
      this.#release.run()
    } else this.#rollback.run()
    this.#onRollback()
  }

  #rollbackAll(): void {
    if (this.#database.isTransaction) this.#rollback.run()
    this.#state = 'none'
    this.#onRollback()
  }

  #rollbackOnError<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#rollbackAll()
      throw error
    }
  }
}
