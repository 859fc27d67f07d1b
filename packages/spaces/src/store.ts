/** Buckets, object versions and multipart uploads, in SQLite. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Grant } from './acl.ts'
import { type Blob, type BlobStore, createBlobStore } from './blobs.ts'
import type { ChecksumValue } from './checksums.ts'
import type { BucketConfig } from './config.ts'

export interface Bucket {
  readonly name: string
  readonly region: string
  readonly account: string
  readonly createdAt: number
  readonly config: BucketConfig
}

/** Properties of an object besides its content. */
export interface ObjectInfo {
  /** Headers that are sent with the content, such as `content-type` and metadata. */
  readonly headers: Readonly<Record<string, string>>
  readonly acl: readonly Grant[]
  readonly tags: Readonly<Record<string, string>>
  readonly checksum?: ChecksumValue | undefined
  /** Sizes of the parts of a multipart upload. */
  readonly partSizes?: readonly number[]
}

export interface NewObject {
  readonly bucket: string
  readonly key: string
  readonly size: number
  readonly etag: string
  readonly modifiedAt: number
  readonly info: ObjectInfo
  readonly blobs: readonly Blob[]
}

export interface ObjectVersion extends NewObject {
  readonly seq: number
  readonly version: string
  readonly isLatest: boolean
  /** True for a delete marker. */
  readonly isMarker: boolean
}

/** Bytes of an object. */
export interface Content {
  readonly blobs: readonly Blob[]
  /** First and last byte of all blobs together. */
  readonly start: number
  readonly end: number
}

export interface Upload {
  readonly id: string
  readonly bucket: string
  readonly key: string
  readonly createdAt: number
  readonly info: ObjectInfo
}

export interface Part {
  readonly number: number
  readonly etag: string
  readonly modifiedAt: number
  readonly blob: Blob
  readonly checksum?: ChecksumValue | undefined
}

/** The column `value` has the JSON of the whole object. */
const schema = `
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, account TEXT, value TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT, key TEXT, seq INTEGER, version TEXT, latest INTEGER, marker INTEGER, value TEXT, PRIMARY KEY (bucket, key, seq)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS latest ON objects (bucket, key) WHERE latest = 1 AND marker = 0;
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, bucket TEXT, key TEXT, value TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (upload TEXT, number INTEGER, value TEXT, PRIMARY KEY (upload, number)) WITHOUT ROWID;
`
const tables = ['buckets', 'objects', 'uploads', 'parts'] as const

export type BucketListener = (bucket: Bucket, exists: boolean) => void

export const nullVersion = 'null'

const noInfo: ObjectInfo = { headers: {}, acl: [], tags: {} }

export class Store {
  readonly blobs: BlobStore
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  #seq: number
  #readerCount = 0
  /** Ids of blobs to remove when nobody reads. */
  #removed: string[] = []
  // `DatabaseSync.isTransaction` needs a newer Node than the package.
  #isInTransaction = false
  readonly #onBucket: BucketListener

  /** @param onBucket called when a bucket is created or deleted */
  constructor(folder: string, onBucket: BucketListener) {
    this.#onBucket = onBucket
    this.blobs = createBlobStore(join(folder, 'objects'))
    this.#database = new DatabaseSync(join(folder, 'index.db'))
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`)
    this.#seq = this.#findLastSeq()
    this.#removeUnreferenced()
  }

  close(): void {
    this.#database.close()
  }

  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work()
    this.#database.exec('BEGIN IMMEDIATE')
    this.#isInTransaction = true
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  findBucket(name: string): Bucket | undefined {
    return this.#list<Bucket>('SELECT value FROM buckets WHERE name = ?', name)[0]
  }

  listBuckets(account: string): Bucket[] {
    return this.#list('SELECT value FROM buckets WHERE account = ? ORDER BY name', account)
  }

  putBucket(bucket: Bucket): void {
    if (!this.findBucket(bucket.name)) this.#onBucket(bucket, true)
    this.#run('INSERT OR REPLACE INTO buckets VALUES (?, ?, ?)', bucket.name, bucket.account, JSON.stringify(bucket))
  }

  /** Deletes a bucket with everything in it. */
  deleteBucket(bucket: Bucket): void {
    this.#onBucket(bucket, false)
    this.#deleteContent(bucket.name)
  }

  #deleteContent(name: string): void {
    this.transaction(() => {
      for (const upload of this.listUploads(name, '')) this.deleteUpload(upload.id)
      for (const object of this.listVersions(name, '')) this.#removeBlobs(object.blobs)
      this.#run('DELETE FROM objects WHERE bucket = ?', name)
      this.#run('DELETE FROM buckets WHERE name = ?', name)
    })
  }

  /** Deletes the buckets of an account that no longer exists. */
  deleteAccount(account: string): void {
    for (const { name } of this.listBuckets(account)) this.#deleteContent(name)
  }

  isEmpty(bucket: string): boolean {
    return this.#prepare('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1').get(bucket) === undefined
  }

  /** Finds the latest version, which can be a delete marker, or the version of an id. */
  findObject(bucket: string, key: string, version?: string): ObjectVersion | undefined {
    const condition = version === undefined ? 'latest = 1' : 'version = ?'
    const values = version === undefined ? [bucket, key] : [bucket, key, version]
    return this.#listObjects(`bucket = ? AND key = ? AND ${condition}`, ...values)[0]
  }

  /** Lists latest versions without delete markers, in the order of their keys. */
  listObjects(bucket: string, from: string, limit: number): ObjectVersion[] {
    return this.#listObjects('bucket = ? AND key >= ? AND latest = 1 AND marker = 0 ORDER BY key LIMIT ?', bucket, from, limit)
  }

  /** Lists all versions, in the order of their keys, the newest first. @param before returns only older versions of the key `from` */
  listVersions(bucket: string, from: string, before?: number, limit = -1): ObjectVersion[] {
    const condition = 'bucket = ? AND key >= ? AND (? IS NULL OR key > ? OR seq < ?) ORDER BY key, seq DESC LIMIT ?'
    return this.#listObjects(condition, bucket, from, before ?? null, from, before ?? 0, limit)
  }

  /** Stores a new version; without versioning it replaces the object. */
  putObject(bucket: Bucket, object: NewObject, isMarker = false): ObjectVersion {
    return this.transaction(() => {
      const { key } = object
      const version = bucket.config.versioning === 'Enabled' ? randomBytes(16).toString('hex') : nullVersion
      const replacedVersion = version === nullVersion ? this.findObject(bucket.name, key, nullVersion) : undefined
      if (replacedVersion) this.#removeVersion(replacedVersion)
      this.#run('UPDATE objects SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1', bucket.name, key)
      this.#seq += 1
      const value = JSON.stringify(object)
      this.#run('INSERT INTO objects VALUES (?, ?, ?, ?, 1, ?, ?)', bucket.name, key, this.#seq, version, Number(isMarker), value)
      return { ...object, seq: this.#seq, version, isLatest: true, isMarker }
    })
  }

  setInfo({ bucket, key, seq }: ObjectVersion, info: ObjectInfo): void {
    const change = "UPDATE objects SET value = json_set(value, '$.info', json(?)) WHERE bucket = ? AND key = ? AND seq = ?"
    this.#run(change, JSON.stringify(info), bucket, key, seq)
  }

  /** Deletes an object: with versioning it stores a delete marker. @returns the marker, if one was stored */
  deleteObject(bucket: Bucket, key: string, now: number): ObjectVersion | undefined {
    if (bucket.config.versioning !== undefined)
      return this.putObject(bucket, { bucket: bucket.name, key, size: 0, etag: '', modifiedAt: now, info: noInfo, blobs: [] }, true)
    const current = this.findObject(bucket.name, key)
    if (current) this.deleteVersion(current)
    return undefined
  }

  /** Deletes one version for good; the newest of the others becomes the latest. */
  deleteVersion(object: ObjectVersion): void {
    const { bucket, key, isLatest } = object
    const following = '(SELECT max(seq) FROM objects WHERE bucket = ? AND key = ?)'
    this.transaction(() => {
      this.#removeVersion(object)
      if (isLatest) this.#run(`UPDATE objects SET latest = 1 WHERE bucket = ? AND key = ? AND seq = ${following}`, bucket, key, bucket, key)
    })
  }

  putUpload(upload: Upload): void {
    this.#run('INSERT INTO uploads VALUES (?, ?, ?, ?)', upload.id, upload.bucket, upload.key, JSON.stringify(upload))
  }

  findUpload(id: string): Upload | undefined {
    return this.#list<Upload>('SELECT value FROM uploads WHERE id = ?', id)[0]
  }

  listUploads(bucket: string, from: string): Upload[] {
    return this.#list('SELECT value FROM uploads WHERE bucket = ? AND key >= ? ORDER BY key, id', bucket, from)
  }

  /** Deletes an upload and its parts. @param usedBlobs ids of the blobs that an object uses now */
  deleteUpload(id: string, usedBlobs: ReadonlySet<string> = new Set()): void {
    this.transaction(() => {
      this.#removeBlobs(this.listParts(id).flatMap(({ blob }) => (usedBlobs.has(blob.id) ? [] : [blob])))
      this.#run('DELETE FROM parts WHERE upload = ?', id)
      this.#run('DELETE FROM uploads WHERE id = ?', id)
    })
  }

  putPart(upload: string, part: Part): void {
    const [replacedPart] = this.#list<Part>('SELECT value FROM parts WHERE upload = ? AND number = ?', upload, part.number)
    this.#run('INSERT OR REPLACE INTO parts VALUES (?, ?, ?)', upload, part.number, JSON.stringify(part))
    if (replacedPart) this.#removeBlobs([replacedPart.blob])
  }

  listParts(upload: string, after = 0): Part[] {
    return this.#list('SELECT value FROM parts WHERE upload = ? AND number > ? ORDER BY number', upload, after)
  }

  /** Deletes everything. */
  clear(): void {
    this.transaction(() => {
      for (const table of tables) this.#run(`DELETE FROM ${table}`)
    })
    this.#removeUnreferenced()
  }

  /** Copies everything into an empty folder. */
  snapshot(folder: string): void {
    this.#prepare('VACUUM INTO ?').run(join(folder, 'index.db'))
    mkdirSync(join(folder, 'objects'))
    for (const id of this.#listReferenced()) this.blobs.copyTo(id, join(folder, 'objects'))
  }

  /** Replaces everything by a copy. */
  restore(folder: string): void {
    if (!existsSync(join(folder, 'index.db'))) return this.clear()
    this.#prepare('ATTACH ? AS copy').run(join(folder, 'index.db'))
    try {
      this.transaction(() => {
        for (const table of tables) this.#database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
        for (const id of this.#listReferenced()) this.blobs.copyFrom(id, join(folder, 'objects'))
      })
    } finally {
      this.#database.exec('DETACH copy')
    }
    this.#seq = this.#findLastSeq()
    this.#removeUnreferenced()
  }

  #removeVersion({ bucket, key, seq, blobs }: ObjectVersion): void {
    this.#run('DELETE FROM objects WHERE bucket = ? AND key = ? AND seq = ?', bucket, key, seq)
    this.#removeBlobs(blobs)
  }

  /** Reads bytes of several blobs as one. Blobs that are removed meanwhile exist until the end. */
  async *read({ blobs, start, end }: Content): AsyncGenerator<Buffer> {
    this.#readerCount += 1
    try {
      let offset = 0
      for (const blob of blobs) {
        const [first, last] = [Math.max(0, start - offset), Math.min(blob.size - 1, end - offset)]
        if (first <= last) yield* this.blobs.read(blob, first, last)
        offset += blob.size
      }
    } finally {
      this.#readerCount -= 1
      this.#removeBlobs([])
    }
  }

  /** Removes blobs once the transaction is committed and nobody reads. */
  #removeBlobs(blobs: readonly Blob[]): void {
    queueMicrotask(() => {
      this.#removed.push(...blobs.map(({ id }) => id))
      if (this.#readerCount === 0) for (const id of this.#removed.splice(0)) this.blobs.remove(id)
    })
  }

  #listReferenced(): Set<string> {
    const ofObjects = `SELECT each.value ->> 'id' AS id FROM objects, json_each(objects.value, '$.blobs') AS each`
    const rows = this.#prepare(`${ofObjects} UNION ALL SELECT value ->> '$.blob.id' AS id FROM parts`).all()
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** Removes the blobs of writes that a crash or a restore left without an object. */
  #removeUnreferenced(): void {
    const referenced = this.#listReferenced()
    for (const id of this.blobs.list()) if (!referenced.has(id)) this.blobs.remove(id)
  }

  #findLastSeq(): number {
    return Number(this.#prepare('SELECT max(seq) AS seq FROM objects').get()?.['seq'] ?? 0)
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }

  #list<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql)
      .all(...values)
      .map(({ value }) => JSON.parse(String(value)) as T)
  }

  #listObjects(condition: string, ...values: SQLInputValue[]): ObjectVersion[] {
    return this.#prepare(`SELECT seq, version, latest, marker, value FROM objects WHERE ${condition}`)
      .all(...values)
      .map(({ seq, version, latest, marker, value }) => ({
        ...(JSON.parse(String(value)) as NewObject),
        seq: Number(seq),
        version: String(version),
        isLatest: latest === 1,
        isMarker: marker === 1,
      }))
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }
}
