/** Counts requests for rate limits in Postgres, in the round trip that reads changes: one log, which every replica counts in its order. */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type ChangeEntry, type LimitEntry, readLogs } from './change-log.ts'
import type { Connection } from './connection.ts'
import type { SharedLimits } from './shared-limits.ts'

export interface LimitLogOptions {
  readonly connection: Connection
  /** For work that no request waits for. */
  readonly background: Connection
  readonly limits: SharedLimits
  readonly onError: (error: unknown) => void
}

/** Entries between two totals. A replica that starts reads the last total and the entries after it. */
const entriesPerTotal = 1000

export class LimitLog {
  readonly #options: LimitLogOptions
  #position = 0
  #isStarted = false

  constructor(options: LimitLogOptions) {
    this.#options = options
  }

  /**
   * Reads the changes after a version, and counts the pending requests of this replica. If there are changes, the requests stay pending: the
   * clock is part of the state, so they may have the wrong time.
   *
   * @param always counts them even if there are changes
   * @throws RefusedError, LostError
   */
  async read(afterVersion: number, always: boolean): Promise<readonly ChangeEntry[]> {
    const { connection, limits } = this.#options
    if (!this.#isStarted) await this.#loadTotal()
    this.#isStarted = true
    const id = randomUUID()
    try {
      const newEntry = limits.claimUnsent(id)
      const found = await readLogs(connection, { afterVersion, afterPosition: this.#position, newEntry, always })
      await this.#count(found.limits, id)
      return found.changes
    } finally {
      limits.restoreUnsent(id)
    }
  }

  async #count(entries: readonly LimitEntry[], id: string): Promise<void> {
    const { limits, onError } = this.#options
    const isOwn = ({ data }: LimitEntry) => (data as { readonly id?: string }).id === id
    // The log was compacted meanwhile. The own entry must be counted from the log itself, so the total may not include it.
    if (entries[0] && entries[0].position !== this.#position + 1) await this.#loadTotal(entries.find(isOwn)?.position)
    for (const entry of entries) {
      if (entry.position <= this.#position) continue
      const isTotal = entry.position % entriesPerTotal === 0
      limits.replay(entry.data, isTotal)
      this.#position = entry.position
      // One replica has appended the entry, so one writes the total.
      if (isTotal && isOwn(entry)) this.#saveTotal(limits.serialize()).catch(onError)
    }
  }

  /** @param before the position that the total must be before */
  async #loadTotal(before = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { connection, limits } = this.#options
    const [row] = await connection.query<{ readonly position: string; readonly bytes: Uint8Array }>(
      'SELECT position, bytes FROM spindrift.limit_totals WHERE position < $1 ORDER BY position DESC LIMIT 1',
      [before],
    )
    if (!row || Number(row.position) <= this.#position) return
    limits.restore((await promisify(gunzip)(row.bytes)).toString())
    this.#position = Number(row.position)
  }

  /** Keeps the previous total, and the log after it, for slow replicas. */
  async #saveTotal(saved: string): Promise<void> {
    const position = this.#position
    const bytes = await promisify(gzip)(saved, { level: 1 })
    await this.#options.background.transaction(async (query) => {
      await query('INSERT INTO spindrift.limit_totals VALUES ($1, $2) ON CONFLICT DO NOTHING', [position, bytes])
      const previous = '(SELECT max(position) FROM spindrift.limit_totals WHERE position < $1)'
      await query(`DELETE FROM spindrift.limit_log WHERE position <= ${previous}`, [position])
      await query(`DELETE FROM spindrift.limit_totals WHERE position < ${previous}`, [position])
    })
  }
}
