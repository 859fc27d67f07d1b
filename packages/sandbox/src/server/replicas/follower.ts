/** Keeps a replica's state as the log in Postgres has it, and adds to the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Replica } from '../../store/replica.ts'
import { type Connection, LostError, RefusedError } from './connection.ts'
import type { Counting } from './counting.ts'
import type { Peers } from './peers.ts'
import { readImage } from './shared-images.ts'
import { append, appendImage, type AppendedImage, between, settle, shorten } from './shared-log.ts'
import { createTurns, type Turns } from './turns.ts'

export interface Follower {
  readonly replica: Replica
  readonly isAway: () => boolean
  /**
   * Does what others did, and has counted what is wanted of the limits. Where there was something new, that is still wanted.
   *
   * @param whatever counts it all the same
   * @throws RefusedError, LostError
   */
  readonly catchUp: (whatever?: boolean) => Promise<void>
  /** The same after something was appended: what was done to limits with it is counted, however long that takes. */
  readonly finish: () => Promise<void>
  /**
   * Returns once it is known whether this is the change that comes next, however long that takes.
   * @throws RefusedError when Postgres would not have it; nothing was done
   */
  readonly append: (id: string, changes: Uint8Array, said?: string) => Promise<boolean>
  /** The state is what it is now, whatever it was; where that is not the one that comes next, it is taken anew. */
  readonly appendImage: (id: string, beside?: AppendedImage['beside']) => Promise<boolean>
  /** What is no part of the log, until it is known to be done. @returns true */
  readonly write: (statements: AppendedImage['beside']) => Promise<true>
  readonly turns: Turns
  /** After an appended change is kept here. */
  readonly noteAppended: () => void
}

export interface FollowerParts {
  readonly replica: Replica
  readonly connection: Connection
  /** For what nobody waits for. */
  readonly aside: Connection
  readonly peers: Peers
  readonly counting: Counting
  /** The version of the image that the replica has begun with, if there was one. */
  readonly begun: number | undefined
  /** What is remembered of the state goes. */
  readonly forget: () => void
  readonly onError: (error: unknown) => void
}

export function createFollower({ replica, connection, aside, peers, counting, begun = -1, forget, onError }: FollowerParts): Follower {
  const turns = createTurns(connection, peers)
  let version = begun
  /** The newest image that is known here, and the bytes of what was changed since. */
  let image = { version: begun, changedBytes: 0 }
  const noteImage = (of: number) => {
    image = { version: of, changedBytes: 0 }
  }
  peers.on('image', (said) => noteImage(Number(said['of'])))

  /** From the newest image. */
  const takeAnew = async () => {
    const taken = await readImage(connection, replica.load)
    if (taken === undefined) throw new RefusedError('There is no image of the state in Postgres.')
    version = taken
    noteImage(taken)
    forget()
  }

  const follow = async (whatever: boolean): Promise<boolean> => {
    const entries = await counting.look(version, whatever)
    for (const entry of entries) {
      // Others have gone further than the log reaches back, or have replaced the state.
      if (entry.version !== version + 1 || entry.changes === undefined) {
        await takeAnew()
        return true
      }
      if (entry.changes.length > 0) replica.apply(entry.changes)
      version = entry.version
      image.changedBytes += entry.changes.length
    }
    if (entries.length > 0) {
      turns.noteOthers()
      forget()
    }
    return entries.length === 500
  }

  const catchUp = async (whatever = false) => {
    try {
      if (version < 0) await takeAnew()
      while (await follow(whatever));
    } catch (error) {
      // Whatever it was of the state that did not go on from here, the next one begins from an image.
      if (!(error instanceof RefusedError) && !(error instanceof LostError)) version = -1
      throw error
    }
  }

  const finish = async () => {
    for (;;) {
      try {
        return await catchUp(true)
      } catch (error) {
        if (!(error instanceof LostError)) throw error
        await sleep(100)
      }
    }
  }

  const settleUntilKnown = async (next: number, id: string): Promise<boolean> => {
    for (;;) {
      try {
        return await settle(connection, next, id, randomUUID())
      } catch (error) {
        if (!(error instanceof LostError)) throw error
        await sleep(100)
      }
    }
  }

  /** @param work adds to the log */
  const add = async (next: number, id: string, work: () => Promise<boolean>): Promise<boolean> => {
    let isDone: boolean
    try {
      isDone = await work()
    } catch (error) {
      if (!(error instanceof LostError)) throw error
      isDone = await settleUntilKnown(next, id)
    }
    if (isDone) version = next
    else turns.noteLost()
    return isDone
  }

  return {
    replica,
    isAway: () => connection.isAway() || counting.isAway(),
    turns,
    catchUp,
    finish,
    append: (id, changes, said) => {
      const next = version + 1
      image.changedBytes += changes.length
      return add(next, id, () => append(connection, { version: next, id, changes, said }))
    },
    appendImage: async (id, beside) => {
      const next = version + 1
      version = -1
      return add(next, id, () => appendImage(connection, { version: next, id, save: replica.save, beside }))
    },
    write: async (statements) => {
      if (!statements) return true
      for (;;) {
        try {
          await connection.transaction(statements)
          return true
        } catch (error) {
          if (!(error instanceof LostError)) throw error
          await sleep(100)
        }
      }
    },
    noteAppended: () => {
      // Each version has one that made it, so one of them does this.
      if (!isImageDue(version - image.version, image.changedBytes, replica.bytes)) return
      noteImage(version)
      void peers.tell({ what: 'image', of: version })
      shorten(aside, { version, save: replica.save }).catch(onError)
    },
  }
}

const mebibyte = 2 ** 20

/**
 * Who begins takes the last image and does all changes since, which takes fifteen times as long as to load them: after so many of them,
 * or so much, there is to be another. An image costs by the whole state, also those who are answered meanwhile, so it waits until the
 * changes are a part of that.
 */
function isImageDue(changes: number, changedBytes: number, bytes: () => number): boolean {
  return (changes >= between || changedBytes >= mebibyte) && changedBytes * 4 >= bytes()
}
