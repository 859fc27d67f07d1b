/** Counts requests for rate limits in Postgres, in the round trip that asks for changes: one log, which every replica counts in its order. */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Connection } from './connection.ts'
import type { SharedLimits } from './shared-limits.ts'
import { type Entry, look, type Take } from './shared-log.ts'

export interface LimitLogParts {
  readonly connection: Connection
  /** For work that no request waits for. */
  readonly aside: Connection
  readonly limits: SharedLimits
  readonly onError: (error: unknown) => void
}

/** Entries between two totals. A replica that starts reads the last total and the entries after it. */
const entriesPerTotal = 1000

export class LimitLog {
  readonly #parts: LimitLogParts
  #position = 0
  #isStarted = false

  constructor(parts: LimitLogParts) {
    this.#parts = parts
  }

  /**
   * Asks for the changes after a version, and counts what this replica wants counted. Where there are changes, that is still wanted: the
   * clock is part of the state, so it may have the wrong time.
   *
   * @param whatever counts it all the same
   * @throws RefusedError, LostError
   */
  async look(version: number, whatever: boolean): Promise<readonly Entry[]> {
    const { connection, limits } = this.#parts
    if (!this.#isStarted) await this.#loadTotal()
    this.#isStarted = true
    const id = randomUUID()
    try {
      const { entries, takes } = await look(connection, { version, position: this.#position }, limits.send(id), whatever)
      await this.#count(takes, id)
      return entries
    } finally {
      limits.takeBack(id)
    }
  }

  async #count(takes: readonly Take[], id: string): Promise<void> {
    const { limits, onError } = this.#parts
    const isOwn = (take: Take) => (take.data as { readonly by?: string }).by === id
    // The log was shortened meanwhile. Its own entry must be counted from the log itself, so the total may not include it.
    if (takes[0] && takes[0].position !== this.#position + 1) await this.#loadTotal(takes.find(isOwn)?.position)
    for (const take of takes) {
      if (take.position <= this.#position) continue
      const isLast = take.position % entriesPerTotal === 0
      limits.replay(take.data, isLast)
      this.#position = take.position
      // Every entry has one replica that made it, so one writes the total.
      if (isLast && isOwn(take)) this.#saveTotal(limits.save()).catch(onError)
    }
  }

  /** @param before the position that the total must be before */
  async #loadTotal(before = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { connection, limits } = this.#parts
    const [row] = await connection.query<{ readonly position: string; readonly bytes: Uint8Array }>(
      'SELECT position, bytes FROM spindrift.counts WHERE position < $1 ORDER BY position DESC LIMIT 1',
      [before],
    )
    if (!row || Number(row.position) <= this.#position) return
    limits.load((await promisify(gunzip)(row.bytes)).toString())
    this.#position = Number(row.position)
  }

  /** The total before it is kept, and the log from there on, for slow replicas. */
  async #saveTotal(saved: string): Promise<void> {
    const position = this.#position
    const bytes = await promisify(gzip)(saved, { level: 1 })
    await this.#parts.aside.transaction(async (query) => {
      await query('INSERT INTO spindrift.counts VALUES ($1, $2) ON CONFLICT DO NOTHING', [position, bytes])
      const previous = '(SELECT max(position) FROM spindrift.counts WHERE position < $1)'
      await query(`DELETE FROM spindrift.takes WHERE position <= ${previous}`, [position])
      await query(`DELETE FROM spindrift.counts WHERE position < ${previous}`, [position])
    })
  }
}
