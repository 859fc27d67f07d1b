/** What the log of limits has come to, now and then, so that a replica that begins reads no more than the end of that log. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Connection } from './connection.ts'

export interface Counts {
  /** Of the last entry of the log that is in it. */
  readonly position: number
  readonly saved: string
}

/** Of how many entries of the log the last is followed by this. */
export const betweenCounts = 1000

/** @param before of those before this position the newest, which tells nothing of that one; left out for the newest of all */
export async function readCounts({ query }: Connection, before = Number.MAX_SAFE_INTEGER): Promise<Counts | undefined> {
  const [row] = await query<{ readonly position: string; readonly bytes: Uint8Array }>(
    'SELECT position, bytes FROM spindrift.counts WHERE position < $1 ORDER BY position DESC LIMIT 1',
    [before],
  )
  return row && { position: Number(row.position), saved: (await promisify(gunzip)(row.bytes)).toString() }
}

/** The one before it is kept, and the log from there on, for who is slow. */
export async function writeCounts({ transaction }: Connection, { position, saved }: Counts): Promise<void> {
  const bytes = await promisify(gzip)(saved, { level: 1 })
  await transaction(async (query) => {
    await query('INSERT INTO spindrift.counts VALUES ($1, $2) ON CONFLICT DO NOTHING', [position, bytes])
    const previous = '(SELECT max(position) FROM spindrift.counts WHERE position < $1)'
    await query(`DELETE FROM spindrift.takes WHERE position <= ${previous}`, [position])
    await query(`DELETE FROM spindrift.counts WHERE position < ${previous}`, [position])
  })
}
