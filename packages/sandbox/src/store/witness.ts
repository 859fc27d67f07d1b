/**
 * A small file beside the state file that says how far the state has come, so that a state which has lost something can be told from
 * one that never had it. It is smaller than a sector, which a disk writes whole.
 */
import { closeSync, fdatasync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Durability } from './store.ts'
import { StateFileError } from './store.ts'
import { replaceFile } from './replace-file.ts'

export interface Witness {
  /** Of which state it speaks. */
  readonly identity: string
  readonly durability: Durability
  /** The run of the machine in which it was written. */
  readonly boot: string
  /** Of the state file, when it was closed and nothing else belongs to it; empty while it is open. */
  readonly digest: string
  /** How many commits were acknowledged. */
  readonly commits: number
  /** How many of them a loss of power cannot take. */
  readonly synced: number
}

export interface WitnessWriter {
  /** In place, without waiting for the disk. */
  readonly note: (commits: number, synced: number) => void
  /** @param done is called when the disk has what was noted before, and not when it could not be written */
  readonly sync: (done: () => void) => void
  readonly close: () => void
}

export const witnessOf = (file: string) => `${file}.witness`

const format = 'spindrift-witness-1'
const headBytes = 256
const countDigits = 16

export function readWitness(file: string): Witness | undefined {
  let text: string
  try {
    text = readFileSync(witnessOf(file), 'latin1')
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  const [word, identity = '', durability, boot = '', digest = ''] = text.slice(0, headBytes).trim().split(' ')
  const [commits, synced, ...again] = text.slice(headBytes).trim().split(' ').map(Number)
  const isWhole = word === format && Number.isSafeInteger(commits) && commits === again[0] && synced === again[1]
  if (!isWhole || (durability !== 'full' && durability !== 'normal'))
    throw new StateFileError(`${witnessOf(file)} is damaged, so nothing can tell whether ${file} is whole.`)
  return { identity, durability, boot, digest: digest === '-' ? '' : digest, commits: commits ?? 0, synced: synced ?? 0 }
}

/** In the place of the one there was, if any; on the disk when this returns. */
export function writeWitness(file: string, { identity, durability, boot, digest, commits, synced }: Witness): void {
  const head = [format, identity, durability, boot, digest || '-'].join(' ')
  replaceFile(witnessOf(file), (beside) => writeFileSync(beside, `${head.padEnd(headBytes - 1)}\n${writeCounts(commits, synced)}`))
}

export function openWitness(file: string): WitnessWriter {
  const descriptor = openSync(witnessOf(file), 'r+')
  const bytes = Buffer.alloc(writeCounts(0, 0).length)
  const release = createRelease(descriptor)
  return {
    note: (commits, synced) => {
      bytes.write(writeCounts(commits, synced), 'latin1')
      try {
        writeSync(descriptor, bytes, 0, bytes.length, headBytes)
      } catch {
        // The commit is done and must be acknowledged. A witness that has stayed behind refuses nothing that is whole.
      }
    },
    sync: release.use((done) => fdatasync(descriptor, done)),
    close: release.close,
  }
}

/** Twice, so that one that was damaged is known. */
function writeCounts(commits: number, synced: number): string {
  const counts = `${String(commits).padStart(countDigits, '0')} ${String(synced).padStart(countDigits, '0')}`
  return `${counts} ${counts}\n`
}

/** A descriptor that is closed when nothing that was begun with it goes on. */
export function createRelease(descriptor: number) {
  let isClosing = false
  let running = 0
  const settle = () => {
    if (isClosing && running === 0) closeSync(descriptor)
  }
  return {
    use: (work: (done: (error: Error | null) => void) => void) => (then: () => void) => {
      running += 1
      work((error) => {
        running -= 1
        if (isClosing) settle()
        else if (!error) then()
      })
    },
    close: () => {
      isClosing = true
      settle()
    },
  }
}

/** Two readings are the same as long as the machine has not stopped in between. */
export function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    // Elsewhere than on Linux: when it began, in seconds.
    return `since-${Math.round(Date.now() / 1000 - uptime())}`
  }
}

/** A clock that was set meanwhile moves the beginning by a little. */
export function isSameBoot(one: string, other: string): boolean {
  const [begun, also] = [one, other].map((boot) => Number(/^since-(\d+)$/.exec(boot)?.[1] ?? Number.NaN))
  return one === other || Math.abs((begun ?? 0) - (also ?? 0)) < 60
}
