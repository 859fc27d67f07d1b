/** Images of the state in Postgres, from which replicas begin: files of SQLite, packed, in parts. None is ever in memory as a whole. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Connection } from './connection.ts'

type Query = Connection['query']

/** Of one statement. */
export const mostBytes = 8 * 2 ** 20

/** @param save writes the state as it is now, at once @param work what is done with the file while it is there */
export async function withCopy<T>(save: (file: string) => void, work: (file: string) => Promise<T>): Promise<T> {
  return withFile(async (file) => {
    save(file)
    return work(file)
  })
}

/** @param load is given the newest as a file, which ends with it @returns its version; undefined where there is none */
export async function readImage({ transaction }: Connection, load: (file: string) => void): Promise<number | undefined> {
  return withFile(async (file) => {
    const version = await transaction(async (query) => {
      // All parts of one: another may take its place meanwhile.
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const [found] = await query<{ readonly version: string | null; readonly parts: number }>(
        'SELECT max(version) AS version, count(*)::integer AS parts FROM spindrift.images WHERE version = (SELECT max(version) FROM spindrift.images)',
      )
      if (!found || found.version === null) return undefined
      await pipeline(Readable.from(readParts(query, found.version, found.parts)), createGunzip(), createWriteStream(file))
      return Number(found.version)
    })
    if (version !== undefined) load(file)
    return version
  })
}

async function* readParts(query: Query, version: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < parts; n += 1) {
    const [row] = await query<{ readonly bytes: Uint8Array }>('SELECT bytes FROM spindrift.images WHERE version = $1 AND part = $2', [
      version,
      n,
    ])
    if (!row) throw new Error(`The image ${version} in Postgres lacks its part ${n}.`)
    yield row.bytes
  }
}

export async function writeImage(query: Query, version: number, file: string): Promise<void> {
  let part = 0
  for await (const bytes of inParts(createReadStream(file).pipe(createGzip({ level: 1 })))) {
    await query('INSERT INTO spindrift.images VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [version, part, bytes])
    part += 1
  }
}

async function* inParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of stream) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < mostBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

async function withFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-'))
  try {
    return await work(join(folder, 'image.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
