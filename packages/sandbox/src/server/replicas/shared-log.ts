/** What all replicas have in Postgres: the log of changes, images to begin from, and the log of what was counted. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Connection, RefusedError } from './connection.ts'

export interface Entry {
  readonly version: number
  /** Undefined where the state was replaced as a whole: an image has it. Empty where an append was given up. */
  readonly changes: Uint8Array | undefined
}

export interface Seen {
  readonly entries: readonly Entry[]
  readonly takes: readonly { readonly position: number; readonly data: unknown }[]
}

export interface Image {
  readonly version: number
  readonly bytes: Uint8Array
}

/** Of one statement. */
const mostBytes = 8 * 2 ** 20
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
  const [row] =
    said === undefined
      ? await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, $3) AS done', [version, id, changes])
      : await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, $3, $4) AS done', [version, id, changes, said])
  return row?.done === true
}

export interface AppendedImage extends Image {
  readonly id: string
  /** What happens with it, or not at all. */
  readonly beside?: ((query: Connection['query']) => Promise<void>) | undefined
}

/** A change of the state as a whole. */
export async function appendImage({ transaction }: Connection, { version, id, bytes, beside }: AppendedImage): Promise<boolean> {
  return transaction(async (query) => {
    const [row] = await query<{ readonly done: boolean }>('SELECT spindrift.append($1, $2, NULL) AS done', [version, id])
    if (!row?.done) return false
    await writeImage(query, { version, bytes })
    // Nobody begins from an older one.
    await query('DELETE FROM spindrift.images WHERE version < $1', [version])
    await beside?.(query)
    return true
  })
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

export async function readImage({ query }: Connection): Promise<Image | undefined> {
  const rows = await query<{ readonly version: string; readonly bytes: Uint8Array }>(
    'SELECT version, bytes FROM spindrift.images WHERE version = (SELECT max(version) FROM spindrift.images) ORDER BY part',
  )
  const [first] = rows
  return first && { version: Number(first.version), bytes: gunzipSync(Buffer.concat(rows.map(({ bytes }) => bytes))) }
}

/** The first of all. @returns whether there was none */
export async function writeFirst({ transaction }: Connection, id: string, bytes: Uint8Array): Promise<boolean> {
  return transaction(async (query) => {
    const [any] = await query('SELECT 1 FROM spindrift.images LIMIT 1')
    if (any) return false
    const rows = await query('INSERT INTO spindrift.log (version, id) VALUES (0, $1) ON CONFLICT (version) DO NOTHING RETURNING version', [
      id,
    ])
    if (rows.length === 0) return false
    await writeImage(query, { version: 0, bytes })
    return true
  })
}

/** An image for who begins from now on; what is far before it goes. */
export async function shorten({ transaction }: Connection, image: Image): Promise<void> {
  await transaction(async (query) => {
    await writeImage(query, image)
    await query('DELETE FROM spindrift.images WHERE version < $1', [image.version])
    await query('DELETE FROM spindrift.log WHERE version < $1', [image.version - between])
    // No limit counts for longer than an hour.
    const last = '(SELECT max(position) FROM spindrift.takes)'
    await query(`DELETE FROM spindrift.takes WHERE made < now() - interval '2 hours' AND position < ${last}`)
  })
}

async function writeImage(query: Connection['query'], { version, bytes }: Image): Promise<void> {
  for (const [n, part] of split(gzipSync(bytes, { level: 1 })).entries())
    await query('INSERT INTO spindrift.images VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [version, n, part])
}

export function split(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / mostBytes) }, (_, n) => bytes.subarray(n * mostBytes, (n + 1) * mostBytes))
}
