/**
 * Transactions, and groups of them. A commit costs more than the writes before it, and requests that come together can share one: in a
 * group each transaction is still undone by itself, but the log is written once, at the end. Nobody may be answered before that.
 */
import type { DatabaseSync } from 'node:sqlite'

/** Called in every transaction before it ends, and when it is committed. */
export interface CommitHooks {
  readonly onCommit: () => void
  readonly onCommitted: () => void
  /** Called when one has begun. */
  readonly onBegun?: () => void
}

/** Transactions that wait for one answer from elsewhere. Nothing else may be done before it. */
export interface Held<T> {
  readonly result: T
  readonly keep: () => void
  readonly undo: () => void
}

export interface Transactions {
  readonly transaction: <T>(work: () => T) => T
  /** @throws Error when the group could not be committed: then nothing of it has happened */
  readonly group: <T>(work: () => T) => T
  /** As a group whose end is left to whoever began it. */
  readonly hold: <T>(work: () => T) => Held<T>
}

/** Of the group: there is none, nothing was written yet, something was, or SQLite has undone it after an error of the disk. */
type GroupState = 'none' | 'empty' | 'open' | 'lost'

/** @param onUndone is called when what was read meanwhile may be wrong */
export function createTransactions(database: DatabaseSync, onUndone: () => void, hooks?: CommitHooks): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const mark = database.prepare('SAVEPOINT part')
  const release = database.prepare('RELEASE part')
  const rollbackPart = database.prepare('ROLLBACK TO part')

  const commitAll = () => {
    hooks?.onCommit()
    commit.run()
    hooks?.onCommitted()
  }

  let isInside = false
  let group = 'none' as GroupState
  const groupState = () => group

  const open = (): boolean => {
    if (group === 'lost') throw new Error('The group of transactions that this one is part of was undone.')
    if (group === 'none') {
      begin.run()
      return false
    }
    if (group === 'empty') {
      begin.run()
      hooks?.onBegun?.()
    }
    group = 'open'
    mark.run()
    return true
  }

  const undo = (isPart: boolean) => {
    // After an error of the disk SQLite may have rolled back by itself.
    if (!database.isTransaction) {
      if (isPart) group = 'lost'
    } else if (isPart) {
      rollbackPart.run()
      release.run()
    } else rollback.run()
    onUndone()
  }

  const undoAll = () => {
    if (database.isTransaction) rollback.run()
    group = 'none'
    onUndone()
  }

  const orUndo = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      undoAll()
      throw error
    }
  }

  const hold = <T>(work: () => T): Held<T> => {
    group = 'empty'
    const result = orUndo(() => {
      const done = work()
      if (groupState() === 'lost') throw new Error('The group of transactions was undone.')
      return done
    })
    const keep = () =>
      orUndo(() => {
        if (groupState() === 'open') commitAll()
        group = 'none'
      })
    return { result, keep, undo: undoAll }
  }

  return {
    transaction: (work) => {
      if (isInside) return work()
      const isPart = open()
      isInside = true
      try {
        const result = work()
        if (isPart) release.run()
        else commitAll()
        return result
      } catch (error) {
        undo(isPart)
        throw error
      } finally {
        isInside = false
      }
    },
    group: (work) => {
      const { result, keep } = hold(work)
      keep()
      return result
    },
    hold,
  }
}
