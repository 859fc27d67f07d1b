/** Keeps the state of a replica equal to the change log in Postgres, and appends to the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Replica } from '../../store/replica.ts'
import { appendChange, appendImage, changesPerImage, compactLog, maxReadChanges, type NewImage, resolveAppend } from './change-log.ts'
import { type Connection, LostError, RefusedError } from './connection.ts'
import { loadImage } from './images.ts'
import type { LimitLog } from './limit-log.ts'
import { createWriteLock, type WriteLock } from './write-lock.ts'

export interface FollowerOptions {
  readonly replica: Replica
  readonly connection: Connection
  /** For work that no request waits for. */
  readonly background: Connection
  readonly notifications: Connection
  readonly limitLog: LimitLog
  /** Version of the image that is loaded, if there was one. */
  readonly loadedVersion: number | undefined
  /** Clears the caches of the state. */
  readonly clearCaches: () => void
  readonly onError: (error: unknown) => void
}

const lostRaceText = 'lost race'
const imageText = /^image (\d+)$/

export class Follower {
  readonly replica: Replica
  readonly writeLock: WriteLock
  readonly #options: FollowerOptions
  /** Negative if an image must be loaded first. */
  #version: number
  /** The newest known image, and the size of the changes after it. */
  #image: { version: number; changedBytes: number }

  constructor(options: FollowerOptions) {
    const { replica, connection, notifications, loadedVersion = -1 } = options
    this.#options = options
    this.replica = replica
    this.writeLock = createWriteLock(connection, () => notifications.notify(lostRaceText))
    this.#version = loadedVersion
    this.#image = { version: loadedVersion, changedBytes: 0 }
    notifications.onNotification((text) => {
      const [, image] = imageText.exec(text) ?? []
      if (text === lostRaceText) this.writeLock.recordOtherWriter()
      else if (Number(image) > this.#image.version) this.#recordImage(Number(image))
    })
  }

  isConnected(): boolean {
    return this.#options.connection.isConnected()
  }

  /**
   * Applies the changes of other replicas, and counts pending requests for the rate limits. If there were changes, requests stay pending.
   *
   * @param alwaysCount counts them even if there were changes
   * @throws RefusedError, LostError
   */
  async sync(alwaysCount = false): Promise<void> {
    try {
      if (this.#version < 0) await this.#loadImage()
      while (await this.#applyChanges(alwaysCount));
    } catch (error) {
      // The state may be only partly changed.
      if (!(error instanceof RefusedError) && !(error instanceof LostError)) this.#version = -1
      throw error
    }
  }

  /** Counts what is pending for the rate limits, however long that takes. */
  syncLimits(): Promise<void> {
    return retryUntilConnected(() => this.sync(true))
  }

  /**
   * Appends the next change, and waits until it is known whether that succeeded, however long that takes.
   * @returns false if another replica was first
   * @throws RefusedError if Postgres rejected it; nothing was changed
   */
  append(changes: Uint8Array): Promise<boolean> {
    const [version, id] = [this.#version + 1, randomUUID()]
    this.#image.changedBytes += changes.length
    return this.#resolve(version, id, () => appendChange(this.#options.connection, { version, id, changes }))
  }

  /** Appends the whole state. If another replica was first, the next sync replaces the state by an image. */
  appendImage(statements: NewImage['statements']): Promise<boolean> {
    const [version, id] = [this.#version + 1, randomUUID()]
    this.#version = -1
    return this.#resolve(version, id, () => appendImage(this.#options.connection, { version, id, save: this.replica.save, statements }))
  }

  /** Executes statements that are not part of the log, until that is known to have succeeded. */
  async execute(statements: NewImage['statements']): Promise<void> {
    if (statements) await retryUntilConnected(() => this.#options.connection.transaction(statements))
  }

  /** Writes an image after an append if one is needed. One replica has appended the version, so one writes the image. */
  saveImageIfNeeded(): void {
    const { background, notifications, onError } = this.#options
    const version = this.#version
    if (!needsImage(version - this.#image.version, this.#image.changedBytes, this.replica.getSizeBytes)) return
    this.#recordImage(version)
    notifications.notify(`image ${version}`)
    compactLog(background, { version, save: this.replica.save }).catch(onError)
  }

  #recordImage(version: number): void {
    this.#image = { version, changedBytes: 0 }
  }

  async #loadImage(): Promise<void> {
    const version = await loadImage(this.#options.connection, this.replica.load)
    if (version === undefined) throw new RefusedError('There is no image of the state in Postgres.')
    this.#version = version
    this.#recordImage(version)
    this.#options.clearCaches()
  }

  /** @returns whether there may be more changes */
  async #applyChanges(alwaysCount: boolean): Promise<boolean> {
    const entries = await this.#options.limitLog.read(this.#version, alwaysCount)
    for (const { version, changes } of entries) {
      // The log no longer has the next change, or the whole state was replaced.
      if (version !== this.#version + 1 || changes === undefined) {
        await this.#loadImage()
        return true
      }
      if (changes.length > 0) this.replica.apply(changes)
      this.#version = version
      this.#image.changedBytes += changes.length
    }
    if (entries.length > 0) {
      this.writeLock.recordOtherWriter()
      this.#options.clearCaches()
    }
    return entries.length === maxReadChanges
  }

  async #resolve(version: number, id: string, append: () => Promise<boolean>): Promise<boolean> {
    const isFirst = await append().catch((error: unknown) => {
      if (!(error instanceof LostError)) throw error
      return retryUntilConnected(() => resolveAppend(this.#options.connection, version, id, randomUUID()))
    })
    if (isFirst) this.#version = version
    else this.writeLock.recordLostRace()
    return isFirst
  }
}

async function retryUntilConnected<T>(work: () => Promise<T>): Promise<T> {
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
 * A replica starts from the last image and applies the changes after it, which takes fifteen times as long as loading them. Writing an
 * image takes time in proportion to the whole state and delays requests, so it waits until the changes are a quarter of the state.
 */
function needsImage(changes: number, changedBytes: number, stateBytes: () => number): boolean {
  return (changes >= changesPerImage || changedBytes >= mebibyte) && changedBytes * 4 >= stateBytes()
}
