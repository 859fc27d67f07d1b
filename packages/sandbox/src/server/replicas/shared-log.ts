/** What all replicas have in Postgres: the log of changes, and the log of what was counted. */
import { type Connection, RefusedError } from './connection.ts'
import { mostBytes, withCopy, writeImage } from './shared-images.ts'

export interface Entry {
  readonly version: number
  /** Undefined where the state was replaced as a whole: an image has it. Empty where an append was given up. */
  readonly changes: Uint8Array | undefined
}

/** What was counted for limits. */
export interface Take {
  readonly position: number
  readonly data: unknown
}

export interface Seen {
  readonly entries: readonly Entry[]
  readonly takes: readonly Take[]
}

/** The state as it is at a version. */
export interface Image {
  readonly version: number
  /** Writes it into a file that is new. */
  readonly save: (file: string) => void
}

/** How many entries an image may be behind, and how many before it are kept for who is slow. */
export const between = 1000

export interface Appended {
  readonly version: number
  readonly id: string
  readonly changes: Uint8Array
  readonly said?: string | undefined
}

/** Where a replica has come to. */
export interface Place {
  readonly version: number
  readonly position: number
}

/**
 * What is new, and in the same round trip what this replica counts.
 *
 * @param whatever counts it also where there is something new
 */
export async function look({ query }: Connection, { version, position }: Place, mine: unknown, whatever: boolean): Promise<Seen> {
  interface Row {
    readonly place: string
    readonly is_take: boolean
    readonly changes: Uint8Array | null
    readonly data: unknown
  }
  const rows = await query<Row>('SELECT * FROM spindrift.look($1, $2, $3, $4)', [
    version,
    position,
    mine ? JSON.stringify(mine) : null,
    whatever,
  ])
  return {
    entries: rows.filter((row) => !row.is_take).map(({ place, changes }) => ({ version: Number(place), changes: changes ?? undefined })),
    takes: rows.filter((row) => row.is_take).map(({ place, data }) => ({ position: Number(place), data })),
  }
}

/**
 * @param said is told to the other replicas if it is done
 * @returns whether it is the one that has the version now
 */
export async function append({ query }: Connection, { version, id, changes, said }: Appended): Promise<boolean> {
  const [row] = await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, $3, $4) AS done', [version, id, changes, said])
  return row?.done === true
}

export interface AppendedImage extends Image {
  readonly id: string
  /** What happens with it, or not at all. */
  readonly beside?: ((query: Connection['query']) => Promise<void>) | undefined
}

/** A change of the state as a whole. */
export async function appendImage({ transaction }: Connection, { version, id, save, beside }: AppendedImage): Promise<boolean> {
  return withCopy(save, (file) =>
    transaction(async (query) => {
      const [row] = await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, NULL, NULL) AS done', [version, id])
      if (!row?.done) return false
      await writeImage(query, version, file)
      // Nobody begins from an older one.
      await query('DELETE FROM spindrift.images WHERE version < $1', [version])
      await beside?.(query)
      return true
    }),
  )
}

/**
 * Finds out whether an append of which nothing was heard has happened, and sees to it that it will not happen later: either its place
 * is taken, or it is taken now.
 */
export async function settle(connection: Connection, version: number, id: string, other: string): Promise<boolean> {
  await append(connection, { version, id: other, changes: new Uint8Array() })
  const [row] = await connection.query<{ readonly id: string }>('SELECT id FROM spindrift.log WHERE version = $1', [version])
  if (!row) throw new RefusedError(`Nobody can tell any more whether version ${version} was written.`)
  return row.id === id
}

/** The first of all. @returns whether there was none */
export async function writeFirst({ transaction }: Connection, id: string, save: Image['save']): Promise<boolean> {
  return withCopy(save, (file) =>
    transaction(async (query) => {
      const [any] = await query('SELECT 1 FROM spindrift.images LIMIT 1')
      if (any) return false
      const rows = await query(
        'INSERT INTO spindrift.log (version, id) VALUES (0, $1) ON CONFLICT (version) DO NOTHING RETURNING version',
        [id],
      )
      if (rows.length === 0) return false
      await writeImage(query, 0, file)
      return true
    }),
  )
}

/** An image for who begins from now on; what is far before it goes. */
export async function shorten({ transaction }: Connection, { version, save }: Image): Promise<void> {
  await withCopy(save, (file) =>
    transaction(async (query) => {
      await writeImage(query, version, file)
      await query('DELETE FROM spindrift.images WHERE version < $1', [version])
      await query('DELETE FROM spindrift.log WHERE version < $1', [version - between])
    }),
  )
}

export function split(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / mostBytes) }, (_, n) => bytes.subarray(n * mostBytes, (n + 1) * mostBytes))
}
