/** Counts every commit in the state and beside it, and has the disk follow. docs/decisions/0006 says why so. */
import { hash } from 'node:crypto'
import { existsSync, fdatasync, fsyncSync, openSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { checkedBytes, logOf, sizeOf } from './open-database.ts'
import { createRelease, openWitness, type Witness, writeWitness } from './witness.ts'

export interface State {
  readonly database: DatabaseSync
  /** To be called inside of every transaction, at its end. */
  readonly onCommit: () => void
  /** To be called when it is committed, before anybody is told. */
  readonly onCommitted: () => void
  readonly close: () => void
}

/** How long what was written may stay with the system alone. */
const syncMilliseconds = 1000

/** @param begun as it is beside the file now */
export function keepWitness(file: string, database: DatabaseSync, begun: Witness): State {
  const changes = database.prepare('SELECT total_changes() AS n')
  const count = database.prepare("INSERT INTO counters VALUES ('commits', ?) ON CONFLICT DO UPDATE SET value = excluded.value")
  const readChanges = () => (changes.get() as { n: number }).n
  let { commits } = begun
  // The first commit makes the log, which is there from then on.
  count.run((commits += 1))
  const log = openSync(logOf(file), 'r')
  fsyncSync(log)
  let synced = commits
  writeWitness(file, { ...begun, commits, synced })
  const kept = openWitness(file)
  let known = readChanges()

  const release = createRelease(log)
  let timer: NodeJS.Timeout | undefined
  const syncLog = release.use((done) => fdatasync(log, done))
  const syncSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      const reached = commits
      syncLog(() => {
        synced = reached
        kept.note(commits, synced)
        kept.sync(() => {})
      })
    }, syncMilliseconds).unref()
  }
  let isChanged = false
  return {
    database,
    onCommit: () => {
      const reached = readChanges()
      isChanged = reached !== known
      if (!isChanged) return
      count.run(commits + 1)
      known = reached + 1
    },
    onCommitted: () => {
      if (!isChanged) return
      commits += 1
      kept.note(commits, synced)
      syncSoon()
    },
    close: () => {
      clearTimeout(timer)
      release.close()
      try {
        database.exec('BEGIN IMMEDIATE')
        database.exec(`UPDATE witness SET closed = ${commits + 1}`)
        count.run(commits + 1)
        database.exec('COMMIT')
        kept.note((commits += 1), synced)
      } catch {
        // There is no room. The next start finds what it would find if the process had died.
      }
      kept.close()
      database.close()
      // A log that is left could not be written back: then the file is not whole by itself.
      if (sizeOf(logOf(file)) === 0) writeWitness(file, { ...begun, digest: digestOf(file), commits, synced: commits })
    },
  }
}

/** Empty for a file that would take longer to read than a start may; SQLite's own look at its pages is left then to a `doctor`. */
export function digestOf(file: string): string {
  return sizeOf(file) <= checkedBytes && existsSync(file) ? hash('sha256', readFileSync(file)) : ''
}
