/** Keeps a replica's state as the log in Postgres has it, and adds to the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Replica } from '../../store/replica.ts'
import { type Connection, LostError, RefusedError } from './connection.ts'
import type { LimitLog } from './limit-log.ts'
import type { Peers } from './peers.ts'
import { readImage } from './shared-images.ts'
import { append, appendImage, type AppendedImage, between, settle, shorten } from './shared-log.ts'
import { createTurns, type Turns } from './turns.ts'

export interface FollowerParts {
  readonly replica: Replica
  readonly connection: Connection
  /** For what nobody waits for. */
  readonly aside: Connection
  readonly peers: Peers
  readonly limitLog: LimitLog
  /** The version of the image that the replica has begun with, if there was one. */
  readonly begun: number | undefined
  /** What is remembered of the state goes. */
  readonly forget: () => void
  readonly onError: (error: unknown) => void
}

export class Follower {
  readonly replica: Replica
  readonly turns: Turns
  readonly #parts: FollowerParts
  #version: number
  /** The newest image that is known here, and the bytes of what was changed since. */
  #image: { version: number; changedBytes: number }

  constructor(parts: FollowerParts) {
    const { replica, connection, peers, begun = -1 } = parts
    this.#parts = parts
    this.replica = replica
    this.turns = createTurns(connection, peers)
    this.#version = begun
    this.#image = { version: begun, changedBytes: 0 }
    peers.on('image', (said) => this.#noteImage(Number(said['of'])))
  }

  isAway(): boolean {
    return this.#parts.connection.isAway()
  }

  /**
   * Does what others did, and has counted what is wanted of the limits. Where there was something new, that is still wanted.
   *
   * @param whatever counts it all the same
   * @throws RefusedError, LostError
   */
  async runPendingJobs(whatever = false): Promise<void> {
    try {
      if (this.#version < 0) await this.#takeAnew()
      while (await this.#follow(whatever));
    } catch (error) {
      // Whatever it was of the state that did not go on from here, the next one begins from an image.
      if (!(error instanceof RefusedError) && !(error instanceof LostError)) this.#version = -1
      throw error
    }
  }

  /** The same after something was appended: what was done to limits with it is counted, however long that takes. */
  finish(): Promise<void> {
    return untilKnown(() => this.runPendingJobs(true))
  }

  /**
   * Returns once it is known whether this is the change that comes next, however long that takes.
   * @throws RefusedError when Postgres would not have it; nothing was done
   */
  append(id: string, changes: Uint8Array, said?: string): Promise<boolean> {
    const next = this.#version + 1
    this.#image.changedBytes += changes.length
    return this.#add(next, id, () => append(this.#parts.connection, { version: next, id, changes, said }))
  }

  /** The state is what it is now, whatever it was; where that is not the one that comes next, it is taken anew. */
  appendImage(id: string, beside?: AppendedImage['beside']): Promise<boolean> {
    const next = this.#version + 1
    this.#version = -1
    return this.#add(next, id, () => appendImage(this.#parts.connection, { version: next, id, save: this.replica.save, beside }))
  }

  /** What is no part of the log, until it is known to be done. @returns true */
  async write(statements: AppendedImage['beside']): Promise<true> {
    if (statements) await untilKnown(() => this.#parts.connection.transaction(statements))
    return true
  }

  /** After an appended change is kept here. */
  noteAppended(): void {
    const { aside, peers, onError } = this.#parts
    const version = this.#version
    // Each version has one that made it, so one of them does this.
    if (!isImageJob(version - this.#image.version, this.#image.changedBytes, this.replica.bytes)) return
    this.#noteImage(version)
    void peers.tell({ what: 'image', of: version })
    shorten(aside, { version, save: this.replica.save }).catch(onError)
  }

  #noteImage(version: number): void {
    this.#image = { version, changedBytes: 0 }
  }

  /** From the newest image. */
  async #takeAnew(): Promise<void> {
    const taken = await readImage(this.#parts.connection, this.replica.load)
    if (taken === undefined) throw new RefusedError('There is no image of the state in Postgres.')
    this.#version = taken
    this.#noteImage(taken)
    this.#parts.forget()
  }

  /** @returns whether there may be more */
  async #follow(whatever: boolean): Promise<boolean> {
    const { limitLog, forget } = this.#parts
    const entries = await limitLog.look(this.#version, whatever)
    for (const entry of entries) {
      // Others have gone further than the log reaches back, or have replaced the state.
      if (entry.version !== this.#version + 1 || entry.changes === undefined) {
        await this.#takeAnew()
        return true
      }
      if (entry.changes.length > 0) this.replica.apply(entry.changes)
      this.#version = entry.version
      this.#image.changedBytes += entry.changes.length
    }
    if (entries.length > 0) {
      this.turns.noteOthers()
      forget()
    }
    return entries.length === 500
  }

  /** @param work adds to the log */
  async #add(next: number, id: string, work: () => Promise<boolean>): Promise<boolean> {
    const isDone = await work().catch((error: unknown) => {
      if (!(error instanceof LostError)) throw error
      return untilKnown(() => settle(this.#parts.connection, next, id, randomUUID()))
    })
    if (isDone) this.#version = next
    else this.turns.noteLost()
    return isDone
  }
}

/** Again, until a connection is there to say what became of it. */
async function untilKnown<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LostError)) throw error
      await sleep(100)
    }
  }
}

const mebibyte = 2 ** 20

/**
 * Who begins takes the last image and does all changes since, which takes fifteen times as long as to load them: after so many of them,
 * or so much, there is to be another. An image costs by the whole state, also those who are answered meanwhile, so it waits until the
 * changes are a part of that.
 */
function isImageJob(changes: number, changedBytes: number, bytes: () => number): boolean {
  return (changes >= between || changedBytes >= mebibyte) && changedBytes * 4 >= bytes()
}
