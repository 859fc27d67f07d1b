/**
 * Opens a state file together with its witness. What was lost since the file was last open
 * is a refusal, or where it may be so, a sentence; nothing is lost in silence. docs/decisions/0006 says what is promised, and why so.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { findLoss, type Found } from './find-loss.ts'
import { digestOf, keepWitness, type State } from './keep-witness.ts'
import { explain, leaveDatabase, lockDatabase, logOf, openDatabase, prepareDatabase, sizeOf } from './open-database.ts'
import { DamagedFileError, StateFileError, type StateOptions } from './store.ts'
import { readBoot, readWitness, type Witness, witnessOf, writeWitness } from './witness.ts'

export function openState(file: string, options: StateOptions = {}): State {
  if (file === ':memory:' || file === '') {
    const database = openDatabase(file)
    return { database, onCommit: () => {}, onCommitted: () => {}, close: () => database.close() }
  }
  try {
    return openFile(file, options)
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw explainFile(file, error)
    if (!options.acceptLoss) throw new StateFileError(`${error.message} ${describeMend(file)}`, { cause: error })
    options.onLoss?.(error.message)
    for (const each of [file, logOf(file), witnessOf(file)]) setAside(each, options)
    return openFile(file, options)
  }
}

function openFile(file: string, options: StateOptions): State {
  const { durability = 'normal', acceptLoss = false, onLoss = () => {} } = options
  const refuse = (sentence: string) => {
    if (!acceptLoss) throw new StateFileError(`${sentence} ${describeMend(file)}`)
    onLoss(sentence)
  }
  const witness = readBeside(file, refuse)
  const hasLog = sizeOf(logOf(file)) > 0
  // SQLite would take the log away from a file that is not there.
  const left = [...(hasLog ? [logOf(file)] : []), ...(witness && witness.commits > 0 ? [witnessOf(file)] : [])]
  if (sizeOf(file) === 0 && left.length > 0)
    throw new DamagedFileError(`${file} is ${existsSync(file) ? 'empty' : 'gone'}, and beside it is still ${left.join(' and ')}.`)
  const wasClosed = witness !== undefined && witness.digest !== ''
  const isKnown = wasClosed && witness.digest === digestOf(file)
  if (wasClosed && hasLog) {
    refuse(`${logOf(file)} does not belong to ${file}, which was closed without one.`)
    setAside(logOf(file), options)
  }
  const database = lockDatabase(file, isKnown)
  try {
    const found = { ...readFound(database), hasLog }
    const boot = readBoot()
    const { refusal, warning } = findLoss(file, found, witness, boot)
    if (refusal !== undefined) refuse(refusal)
    else if (wasClosed && !isKnown) refuse(`${file} is not as it was closed: bytes of it have changed, or another file is in its place.`)
    else if (warning !== undefined) onLoss(warning)
    const identity = found.identity || randomBytes(12).toString('hex')
    const begun: Witness = { identity, durability, boot, digest: '', commits: found.identity === '' ? 0 : found.commits, synced: 0 }
    // Before the first byte is written: from now on the file may be ahead of its digest.
    writeWitness(file, { ...begun, synced: begun.commits })
    prepareDatabase(database, durability)
    if (found.identity === '') database.prepare('INSERT INTO witness VALUES (?, -1)').run(identity)
    return keepWitness(file, database, begun)
  } catch (error) {
    leaveDatabase(database, file)
    throw error
  }
}

/** @param refuse is told when the witness cannot be read; then there is none */
function readBeside(file: string, refuse: (sentence: string) => void): Witness | undefined {
  try {
    return readWitness(file)
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error
    refuse(error.message)
    return undefined
  }
}

function readFound(database: DatabaseSync): Omit<Found, 'hasLog'> {
  const has = (table: string) => database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  const nothing = { identity: '', commits: 0, closed: 0 }
  if (!has('witness')) return nothing
  const row = database
    .prepare("SELECT identity, closed, (SELECT value FROM counters WHERE name = 'commits') AS commits FROM witness")
    .get() as { identity: string; closed: number; commits: number | null } | undefined
  return row ? { ...row, commits: row.commits ?? 0 } : nothing
}

/** Nothing is deleted. */
function setAside(file: string, { onLoss = () => {} }: StateOptions): void {
  if (!existsSync(file)) return
  let n = 1
  while (existsSync(`${file}.damaged-${n}`)) n += 1
  renameSync(file, `${file}.damaged-${n}`)
  onLoss(`${file} was set aside as ${file}.damaged-${n}.`)
}

/** The end of every refusal to go on with a loss. */
function describeMend(file: string): string {
  const copy = `put a good copy of ${file} in its place and take ${logOf(file)} and ${witnessOf(file)} away`
  return `Nothing was changed. Put back what is missing, or ${copy}, or start with --accept-loss to go on with what is there and then restore a snapshot.`
}

function explainFile(file: string, error: unknown): Error {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof StateFileError || code === undefined || syscall === undefined) return explain(file, error)
  return new StateFileError(`${witnessOf(file)}, which belongs to the state file, cannot be written (${code}).`, { cause: error })
}
