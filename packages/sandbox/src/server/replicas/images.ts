/** Images of the state in Postgres, from which replicas start: compressed SQLite files in parts. None is in memory as a whole. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Connection } from './connection.ts'

type Query = Connection['query']

/** Size limit of the parts of an image or a snapshot, each written by one statement. */
export const maxPartBytes = 8 * 2 ** 20

/**
 * Reads the newest image.
 * @param load gets it as a file, which is deleted afterwards
 * @returns its version, or undefined if there is none
 */
export async function loadImage({ transaction }: Connection, load: (file: string) => void): Promise<number | undefined> {
  return withTemporaryFile(async (file) => {
    const version = await transaction(async (query) => {
      // Another image may replace this one between two parts.
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
  const text = 'SELECT bytes FROM spindrift.images WHERE version = $1 AND part = $2'
  for (let n = 0; n < parts; n += 1) {
    const [row] = await query<{ readonly bytes: Uint8Array }>(text, [version, n])
    if (!row) throw new Error(`The image ${version} in Postgres lacks its part ${n}.`)
    yield row.bytes
  }
}

export async function saveImage(query: Query, version: number, file: string): Promise<void> {
  let part = 0
  for await (const bytes of groupBytes(createReadStream(file).pipe(createGzip({ level: 1 })))) {
    await query('INSERT INTO spindrift.images VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [version, part, bytes])
    part += 1
  }
}

async function* groupBytes(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < maxPartBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** Runs `work` with the path of a file that does not exist yet and is deleted afterwards. */
export async function withTemporaryFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-'))
  try {
    return await work(join(folder, 'image.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
