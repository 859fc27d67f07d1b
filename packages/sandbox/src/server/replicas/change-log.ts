/** Statements on the logs that all replicas share in Postgres: the changes of the state, and the counted requests. */
import { type Connection, RefusedError } from './connection.ts'
import { saveImage, withTemporaryFile } from './images.ts'

export interface ChangeEntry {
  readonly version: number
  /** Undefined if an image replaces the whole state. Empty for an abandoned append. */
  readonly changes: Uint8Array | undefined
}

export interface LimitEntry {
  readonly position: number
  readonly data: unknown
}

/** The state at a version. */
export interface Image {
  readonly version: number
  /** Writes it at once into a file that does not exist yet. */
  readonly save: (file: string) => void
}

export interface NewImage extends Image {
  readonly id: string
  /** Statements of the same transaction. */
  readonly statements?: ((query: Connection['query']) => Promise<void>) | undefined
}

export interface NewChange {
  readonly version: number
  readonly id: string
  readonly changes: Uint8Array
}

/** Changes after which a new image is needed, and changes before an image that are kept for slow replicas. */
export const changesPerImage = 1000

/** Changes that one read returns. */
export const maxReadChanges = 500

export interface ReadOptions {
  readonly afterVersion: number
  readonly afterPosition: number
  /** An entry to append to the limit log in the same round trip, if there are no new changes. */
  readonly newEntry: unknown
  /** Appends it even if there are new changes. */
  readonly always: boolean
}

export async function readLogs(
  { query }: Connection,
  { afterVersion, afterPosition, newEntry, always }: ReadOptions,
): Promise<{ readonly changes: readonly ChangeEntry[]; readonly limits: readonly LimitEntry[] }> {
  interface Row {
    readonly place: string
    readonly is_limit: boolean
    readonly changes: Uint8Array | null
    readonly data: unknown
  }
  const values = [afterVersion, afterPosition, newEntry ? JSON.stringify(newEntry) : null, always]
  const rows = await query<Row>('SELECT * FROM spindrift.read_logs($1, $2, $3, $4)', values)
  return {
    changes: rows.filter((row) => !row.is_limit).map(({ place, changes }) => ({ version: Number(place), changes: changes ?? undefined })),
    limits: rows.filter((row) => row.is_limit).map(({ place, data }) => ({ position: Number(place), data })),
  }
}

/** @returns false if another replica has appended this version */
export async function appendChange({ query }: Connection, { version, id, changes }: NewChange): Promise<boolean> {
  const [row] = await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, $3) AS done', [version, id, changes])
  return row?.done === true
}

/** Replaces the whole state. @returns false if another replica has appended this version */
export async function appendImage({ transaction }: Connection, { version, id, save, statements }: NewImage): Promise<boolean> {
  return withTemporaryFile((file) => {
    save(file)
    return transaction(async (query) => {
      const [row] = await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, NULL) AS done', [version, id])
      if (!row?.done) return false
      await replaceImages(query, version, file)
      await statements?.(query)
      return true
    })
  })
}

/** Finds out whether a lost append was executed. If not, an empty entry takes its version, so that it cannot be executed later. */
export async function resolveAppend(connection: Connection, version: number, id: string, emptyId: string): Promise<boolean> {
  await appendChange(connection, { version, id: emptyId, changes: new Uint8Array() })
  const [row] = await connection.query<{ readonly id: string }>('SELECT id FROM spindrift.log WHERE version = $1', [version])
  if (!row) throw new RefusedError(`Version ${version} is no longer in the log, so it is unknown whether it was written.`)
  return row.id === id
}

/** Writes the state with which the log begins, unless another replica has done so. */
export async function saveInitialImage({ transaction }: Connection, id: string, save: Image['save']): Promise<void> {
  await withTemporaryFile((file) => {
    save(file)
    return transaction(async (query) => {
      const [image] = await query('SELECT 1 FROM spindrift.images LIMIT 1')
      if (image) return
      const insert = 'INSERT INTO spindrift.log (version, id) VALUES (0, $1) ON CONFLICT (version) DO NOTHING RETURNING version'
      if ((await query(insert, [id])).length > 0) await saveImage(query, 0, file)
    })
  })
}

/** Writes an image for replicas that start from now on, and deletes old changes. */
export async function compactLog({ transaction }: Connection, { version, save }: Image): Promise<void> {
  await withTemporaryFile((file) => {
    save(file)
    return transaction(async (query) => {
      await replaceImages(query, version, file)
      await query('DELETE FROM spindrift.log WHERE version < $1', [version - changesPerImage])
    })
  })
}

async function replaceImages(query: Connection['query'], version: number, file: string): Promise<void> {
  await saveImage(query, version, file)
  await query('DELETE FROM spindrift.images WHERE version < $1', [version])
}
