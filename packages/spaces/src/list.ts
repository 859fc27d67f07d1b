/** Lists of buckets, objects, versions and multipart uploads. */
import { renderOwner } from './acl.ts'
import { encodeUri } from './address.ts'
import { parseCount, S3Error } from './errors.ts'
import { type BucketRequest, formatTime, type S3Reply } from './request.ts'
import type { ObjectVersion, Upload } from './store.ts'
import { renderXml, type XmlNode } from './xml.ts'

const maxPageSize = 1000
const batchSize = 256

/** @throws S3Error InvalidArgument */
export function parseLimit(query: URLSearchParams, name: string): number {
  const limit = parseCount(query.get(name) ?? String(maxPageSize), `Provided ${name} not an integer or within integer range`)
  return Math.min(limit, maxPageSize)
}

interface PageQuery {
  readonly prefix: string
  readonly delimiter: string
  readonly limit: number
  readonly encode: (text: string) => string
}

function parsePageQuery(query: URLSearchParams, limitName: string): PageQuery {
  const encoding = query.get('encoding-type')
  if (encoding !== null && encoding !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request')
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: parseLimit(query, limitName),
    encode: encoding === 'url' ? encodeUri : (text) => text,
  }
}

interface Entry {
  readonly key: string
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly prefixes: readonly string[]
  /** Last key or prefix of a page that others follow. */
  readonly next: string | undefined
}

/**
 * Collects one page of items in the order of their keys. Keys with the delimiter after the prefix become one common prefix, and the rest of
 * them is skipped without reading it.
 *
 * @param read returns the next items from a key on
 */
function collectPage<Item extends Entry>(
  { prefix, delimiter, limit }: PageQuery,
  from: string,
  read: (from: string, after: Item | undefined) => readonly Item[],
): Page<Item> {
  const items: Item[] = []
  const prefixes: string[] = []
  let start = from < prefix ? prefix : from
  let last: Item | undefined
  let next: string | undefined
  const end = (isTruncated: boolean) => ({ items, prefixes, next: isTruncated ? next : undefined })
  for (;;) {
    const batch = read(start, last)
    let skip: string | undefined
    for (const item of batch) {
      if (!item.key.startsWith(prefix)) return end(false)
      if (items.length + prefixes.length >= limit) return end(limit > 0)
      const at = delimiter === '' ? -1 : item.key.indexOf(delimiter, prefix.length)
      if (at === -1) {
        items.push(item)
        last = item
        next = item.key
        continue
      }
      next = item.key.slice(0, at + delimiter.length)
      prefixes.push(next)
      skip = getSuccessor(next)
      break
    }
    if (skip === undefined && batch.length < batchSize) return end(false)
    if (skip === undefined) start = last?.key ?? start
    else {
      start = skip
      last = undefined
    }
  }
}

/** Returns the smallest text that follows all texts with a prefix. */
function getSuccessor(prefix: string): string {
  const points = [...prefix]
  const last = points.pop()?.codePointAt(0) ?? 0
  const following = last === 0xd7ff ? 0xe000 : last + 1
  return following > 0x10ffff ? `${prefix}\u{10FFFF}` : points.join('') + String.fromCodePoint(following)
}

/** First key of a page after a marker, which can be a common prefix. */
function getStart(marker: string, { prefix, delimiter }: PageQuery): string {
  if (marker === '') return ''
  return delimiter !== '' && marker.startsWith(prefix) && marker.endsWith(delimiter) ? getSuccessor(marker) : `${marker}\0`
}

export function listObjects(request: BucketRequest): S3Reply {
  const marker = request.query.get('marker') ?? ''
  return renderObjects(request, marker, true, ({ next }, { delimiter, encode }) => ({
    Marker: encode(marker),
    NextMarker: next !== undefined && delimiter !== '' ? encode(next) : undefined,
  }))
}

export function listObjectsV2(request: BucketRequest): S3Reply {
  const { query } = request
  const token = query.get('continuation-token') ?? undefined
  const startAfter = query.get('start-after') ?? undefined
  const marker = token === undefined ? (startAfter ?? '') : decodeToken(token)
  return renderObjects(request, marker, query.get('fetch-owner') === 'true', ({ items, prefixes, next }, { encode }) => ({
    KeyCount: items.length + prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: next === undefined ? undefined : Buffer.from(next).toString('base64url'),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
  }))
}

function renderObjects(
  request: BucketRequest,
  marker: string,
  hasOwner: boolean,
  renderMarkers: (found: Page<ObjectVersion>, page: PageQuery) => XmlNode,
): S3Reply {
  const { query, bucket, store } = request
  const page = parsePageQuery(query, 'max-keys')
  const found = collectPage<ObjectVersion>(page, getStart(marker, page), (from, last) =>
    store.listObjects(bucket.name, last === undefined ? from : `${last.key}\0`, batchSize),
  )
  const owner = hasOwner ? { Owner: renderOwner(bucket.account) } : {}
  const body = renderXml('ListBucketResult', {
    ...renderPage(page, request, found),
    ...renderMarkers(found, page),
    Contents: found.items.map((item) => ({ ...renderVersion(item, page), ...renderContent(item), ...owner })),
  })
  return { body }
}

function decodeToken(token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect')
  return Buffer.from(token, 'base64url').toString()
}

export function listVersions(request: BucketRequest): S3Reply {
  const { query, bucket, store } = request
  const page = parsePageQuery(query, 'max-keys')
  const keyMarker = query.get('key-marker') ?? ''
  const versionMarker = query.get('version-id-marker') ?? ''
  const markerVersion = versionMarker === '' ? undefined : store.findObject(bucket.name, keyMarker, versionMarker)
  // After a marked version that was deleted meanwhile, the others of its key follow.
  const start = versionMarker === '' ? getStart(keyMarker, page) : keyMarker
  const found = collectPage<ObjectVersion>(page, start, (from, latest) => {
    const before = latest ?? (from === keyMarker ? markerVersion : undefined)
    return store.listVersions(bucket.name, from, before?.seq, batchSize)
  })
  const { items, next } = found
  const last = items.at(-1)
  const owner = { Owner: renderOwner(bucket.account) }
  const render = (item: ObjectVersion) => ({ ...renderVersion(item, page), VersionId: item.version, IsLatest: item.isLatest, ...owner })
  const body = renderXml('ListVersionsResult', {
    ...renderPage(page, request, found),
    KeyMarker: page.encode(keyMarker),
    VersionIdMarker: versionMarker,
    NextKeyMarker: next === undefined ? undefined : page.encode(next),
    NextVersionIdMarker: next !== undefined && last?.key === next ? last.version : undefined,
    Version: items.filter(({ isMarker }) => !isMarker).map((item) => ({ ...render(item), ...renderContent(item) })),
    DeleteMarker: items.filter(({ isMarker }) => isMarker).map(render),
  })
  return { body }
}

export function listUploads({ query, bucket, store }: BucketRequest): S3Reply {
  const page = parsePageQuery(query, 'max-uploads')
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = query.get('upload-id-marker') ?? ''
  const isAfter = ({ key, id }: Upload) => key !== keyMarker || (idMarker !== '' && id > idMarker)
  const uploads = store.listUploads(bucket.name, keyMarker).filter((each) => each.key.startsWith(page.prefix) && isAfter(each))
  const items = uploads.slice(0, page.limit)
  const next = uploads.length > items.length ? items.at(-1) : undefined
  const body = renderXml('ListMultipartUploadsResult', {
    Bucket: bucket.name,
    KeyMarker: page.encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: next && page.encode(next.key),
    NextUploadIdMarker: next?.id,
    Prefix: page.encode(page.prefix),
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxUploads: page.limit,
    IsTruncated: next !== undefined,
    Upload: items.map(({ key, id, createdAt }) => ({
      Key: page.encode(key),
      UploadId: id,
      Initiator: renderOwner(bucket.account),
      Owner: renderOwner(bucket.account),
      StorageClass: 'STANDARD',
      Initiated: formatTime(createdAt),
    })),
  })
  return { body }
}

function renderPage({ prefix, delimiter, limit, encode }: PageQuery, { bucket, query }: BucketRequest, { next, prefixes }: Page<Entry>) {
  return {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxKeys: limit,
    IsTruncated: next !== undefined,
    CommonPrefixes: prefixes.map((each) => ({ Prefix: encode(each) })),
  }
}

function renderVersion({ key, modifiedAt }: ObjectVersion, { encode }: PageQuery) {
  return { Key: encode(key), LastModified: formatTime(modifiedAt) }
}

function renderContent({ etag, size, info }: ObjectVersion) {
  return { ETag: `"${etag}"`, ChecksumAlgorithm: info.checksum?.name.toUpperCase(), Size: size, StorageClass: 'STANDARD' }
}
