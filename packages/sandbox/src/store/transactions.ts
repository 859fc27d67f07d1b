/**
 * Transactions, and groups of them. A commit costs more than the writes before it, so requests that arrive together share one: in a
 * group each transaction is rolled back by itself, and the log is written once, at the end. No request is answered before that.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Store } from './store.ts'

/** A group that waits for an answer from elsewhere. Nothing else may be done before `keep` or `undo`. */
export interface UncommittedTransaction<T> {
  readonly result: T
  readonly commit: () => void
  readonly rollback: () => void
}

export interface Transactions {
  readonly transaction: Store['transaction']
  /** Runs a group whose end is left to the caller. */
  readonly runUncommitted: <T>(work: () => T) => UncommittedTransaction<T>
}

/** Of the group: none is open, nothing was written yet, something was, or SQLite rolled it back after an error of the disk. */
type GroupState = 'none' | 'empty' | 'open' | 'lost'

/**
 * @param onUndone called after a rollback, when cached reads are stale
 * @param onBegun called when the transaction of a group has begun
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
  readonly #onUndone: () => void
  readonly #onBegun: (() => void) | undefined
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
    this.#onUndone = onRollback
    this.#onBegun = onBegin
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
      this.#undo(isPart)
      throw error
    } finally {
      this.#isInside = false
    }
  }

  runUncommitted<T>(work: () => T): UncommittedTransaction<T> {
    this.#state = 'empty'
    const result = this.#orUndo(() => {
      const done = work()
      if (this.#is('lost')) throw new Error('The group of transactions was undone.')
      return done
    })
    const commit = () =>
      this.#orUndo(() => {
        if (this.#is('open')) this.#commit.run()
        this.#state = 'none'
      })
    return { result, commit, rollback: () => this.#undoAll() }
  }

  /** What was done meanwhile may have changed it. */
  #is(state: GroupState): boolean {
    return this.#state === state
  }

  /** @returns whether it is a part of the group */
  #open(): boolean {
    if (this.#state === 'lost') throw new Error('The group of transactions that this one is part of was undone.')
    if (this.#state === 'none') {
      this.#begin.run()
      return false
    }
    if (this.#state === 'empty') {
      this.#begin.run()
      this.#onBegun?.()
    }
    this.#state = 'open'
    this.#mark.run()
    return true
  }

  #undo(isPart: boolean): void {
    // After an error of the disk SQLite may have rolled back by itself.
    if (!this.#database.isTransaction) {
      if (isPart) this.#state = 'lost'
    } else if (isPart) {
      this.#rollbackPart.run()
      this.#release.run()
    } else this.#rollback.run()
    this.#onUndone()
  }

  #undoAll(): void {
    if (this.#database.isTransaction) this.#rollback.run()
    this.#state = 'none'
    this.#onUndone()
  }

  #orUndo<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#undoAll()
      throw error
    }
  }
}
