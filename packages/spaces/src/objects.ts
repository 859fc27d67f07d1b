/** Operations on objects. */
import { createHash } from 'node:crypto'
import { decodeUri } from './address.ts'
import { createAcl, type Grant, parseAcl, renderAcl } from './acl.ts'
import { getContentLength } from './body.ts'
import { checkReadConditions, checkWriteConditions, parseRange } from './conditions.ts'
import { parseTagging, parseTagHeader, renderTagging } from './config.ts'
import { S3Error } from './errors.ts'
import { type BucketRequest, formatTime, readContent, readDocument, type S3Reply } from './request.ts'
import type { Blob } from './blobs.ts'
import { nullVersion, type ObjectInfo, type ObjectVersion } from './store.ts'
import { parseXml, renderXml } from './xml.ts'

export const maxObjectBytes = 5 * 2 ** 30
export const maxParts = 10_000
const maxMetadataBytes = 2048

/** Headers that are stored with an object. */
const storedHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
  'x-amz-website-redirect-location',
] as const

/** Parses the properties of a new object from headers. @throws S3Error */
export function parseObjectInfo({ headers, bucket }: BucketRequest): ObjectInfo {
  const metadata = Object.entries(headers).flatMap(([name, value = '']) => {
    const [, key] = /^x-amz-meta-(.*)$/s.exec(name) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  if (metadata.flat().join('').length > maxMetadataBytes)
    throw new S3Error('InvalidArgument', 'Your metadata headers exceed the maximum allowed metadata size.')
  const stored: Record<string, string> = {}
  for (const name of storedHeaders) {
    // The encoding of the transfer is no property of the content.
    const value = name === 'content-encoding' ? headers[name]?.replace(/\s*aws-chunked\s*,?/, '').trim() : headers[name]
    if (value !== undefined && value !== '') stored[name] = value
  }
  stored['content-type'] ??= 'binary/octet-stream'
  const acl = createAcl(bucket.account, headers['x-amz-acl'])
  return { headers: stored, metadata: Object.fromEntries(metadata), acl, tags: parseTagHeader(headers['x-amz-tagging']) }
}

/** Writes the body of a request into a blob. @throws S3Error */
export async function receiveBlob(request: BucketRequest, maxBytes: number) {
  const length = getContentLength(request.headers)
  if (length === undefined) throw new S3Error('MissingContentLength')
  if (length > maxBytes) throw new S3Error('EntityTooLarge')
  const writer = request.store.blobs.create()
  try {
    const digest = await readContent(request, maxBytes, writer.write)
    return { ...digest, blob: writer.finish() }
  } catch (error) {
    writer.discard()
    throw error
  }
}

export async function putObject(request: BucketRequest): Promise<S3Reply> {
  const { store, bucket, key, headers, now } = request
  const info = parseObjectInfo(request)
  checkWriteConditions(headers, store.findObject(bucket.name, key))
  const { blob, md5, size, checksum } = await receiveBlob(request, maxObjectBytes)
  const stored = commit(request, blob, () =>
    store.putObject(bucket, { bucket: bucket.name, key, size, etag: md5, modifiedAt: now, info: { ...info, checksum }, blobs: [blob] }),
  )
  return { headers: { etag: `"${md5}"`, ...versionHeader(request, stored), ...checksumHeaders(stored) } }
}

/** Stores an object if the conditions still hold and the bucket still exists; else removes the blob. */
function commit<T>({ store, bucket, key, headers }: BucketRequest, blob: Blob, work: () => T): T {
  try {
    if (!store.findBucket(bucket.name)) throw new S3Error('NoSuchBucket')
    checkWriteConditions(headers, store.findObject(bucket.name, key))
    return work()
  } catch (error) {
    store.blobs.remove(blob.id)
    throw error
  }
}

/** Finds the object of `x-amz-copy-source`, if the caller may read it. @throws S3Error */
export function findCopySource(request: BucketRequest): ObjectVersion {
  const { store, headers, requireAccess } = request
  const [path = '', query = ''] = (headers['x-amz-copy-source'] ?? '').split('?')
  const [, bucketName, key] = /^\/?([^/]+)\/(.+)$/s.exec(decodeUri(path)) ?? []
  if (bucketName === undefined || key === undefined)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key.')
  const source = store.findBucket(bucketName)
  if (!source) throw new S3Error('NoSuchBucket')
  const version = new URLSearchParams(query).get('versionId') ?? undefined
  const object = store.findObject(bucketName, key, version)
  requireAccess('s3:GetObject', source, key, object)
  if (!object || object.isMarker) throw new S3Error(version === undefined || object ? 'NoSuchKey' : 'NoSuchVersion')
  checkReadConditions(headers, object, 'x-amz-copy-source-')
  return object
}

/** Copies bytes of an object into a new blob. */
export async function copyContent({ store }: BucketRequest, object: ObjectVersion, start: number, end: number) {
  const writer = store.blobs.create()
  const hash = createHash('md5')
  try {
    for await (const piece of readBlobs(store, { blobs: object.blobs, start, end })) {
      hash.update(piece)
      writer.write(piece)
    }
    return { blob: writer.finish(), md5: hash.digest('hex') }
  } catch (error) {
    writer.discard()
    throw error
  }
}

/** Reads bytes of several blobs as one. */
export async function* readBlobs(
  store: BucketRequest['store'],
  { blobs, start, end }: NonNullable<S3Reply['content']>,
): AsyncGenerator<Buffer> {
  let offset = 0
  for (const blob of blobs) {
    const [first, last] = [Math.max(0, start - offset), Math.min(blob.size - 1, end - offset)]
    if (first <= last) yield* store.blobs.read(blob, first, last)
    offset += blob.size
  }
}

export async function copyObject(request: BucketRequest): Promise<S3Reply> {
  const { store, bucket, key, headers, now } = request
  const object = findCopySource(request)
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
  if (
    !replaces &&
    object.bucket === bucket.name &&
    object.key === key &&
    headers['x-amz-website-redirect-location'] === undefined &&
    object.isLatest
  )
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing its metadata.',
    )
  const { tags, acl, ...own } = parseObjectInfo(request)
  const { blob, md5 } = await copyContent(request, object, 0, object.size - 1)
  const info: ObjectInfo = {
    ...(replaces ? own : { headers: object.info.headers, metadata: object.info.metadata }),
    acl,
    tags: headers['x-amz-tagging-directive'] === 'REPLACE' ? tags : object.info.tags,
    checksum: object.info.partSizes ? undefined : object.info.checksum,
  }
  const stored = commit(request, blob, () =>
    store.putObject(bucket, { bucket: bucket.name, key, size: object.size, etag: md5, modifiedAt: now, info, blobs: [blob] }),
  )
  return {
    headers: {
      ...versionHeader(request, stored),
      'x-amz-copy-source-version-id': object.version === nullVersion ? undefined : object.version,
    },
    body: renderXml('CopyObjectResult', { LastModified: formatTime(now), ETag: `"${md5}"` }),
  }
}

/** Finds the object of a request. @throws S3Error NoSuchKey, NoSuchVersion, MethodNotAllowed, AccessDenied */
function requireObject({ store, bucket, key, query, canList }: BucketRequest): ObjectVersion {
  const version = query.get('versionId') ?? undefined
  const object = store.findObject(bucket.name, key, version)
  // Who may not list a bucket does not learn which keys exist.
  if (!object) throw canList() ? new S3Error(version === undefined ? 'NoSuchKey' : 'NoSuchVersion') : new S3Error('AccessDenied')
  const markerHeaders = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': object.version }
  if (object.isMarker && version === undefined) throw new S3Error('NoSuchKey', undefined, markerHeaders)
  if (object.isMarker) throw new S3Error('MethodNotAllowed', undefined, { ...markerHeaders, allow: 'DELETE' })
  return object
}

/** Query parameters that replace headers of the reply. */
const overrides = ['content-type', 'content-language', 'expires', 'cache-control', 'content-disposition', 'content-encoding'] as const

export function getObject(request: BucketRequest): S3Reply {
  const { headers, query, signature } = request
  const object = requireObject(request)
  checkReadConditions(headers, object)
  const { size, info } = object
  const own: Record<string, string> = {}
  for (const name of overrides) {
    const value = query.get(`response-${name}`)
    if (value === null) continue
    if (!signature) throw new S3Error('InvalidRequest', 'Request specific response headers cannot be used for anonymous GET requests.')
    own[name] = value
  }
  const partText = query.get('partNumber')
  const part = partText === null ? undefined : parsePartNumber(partText)
  const isCurrent = headers['if-range'] === undefined || headers['if-range'].includes(object.etag)
  const range = part === undefined ? parseRange(isCurrent ? headers['range'] : undefined, size) : findPartRange(object, part)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  return {
    status: range ? 206 : 200,
    headers: {
      ...objectHeaders(request, object),
      ...(range ? {} : headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' ? checksumHeaders(object) : {}),
      ...(part !== undefined && info.partSizes && { 'x-amz-mp-parts-count': info.partSizes.length }),
      ...own,
      'content-length': end - start + 1,
      'content-range': range && `bytes ${start}-${end}/${size}`,
    },
    content: { blobs: object.blobs, start, end },
  }
}

export function parsePartNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > maxParts)
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${maxParts}, inclusive`)
  return Number(text)
}

function findPartRange({ size, info }: ObjectVersion, part: number) {
  const sizes = info.partSizes ?? [size]
  const length = sizes[part - 1]
  if (length === undefined) throw new S3Error('InvalidRange', 'The requested part number is not satisfiable')
  const start = sizes.slice(0, part - 1).reduce((sum, each) => sum + each, 0)
  return { start, end: start + length - 1 }
}

function objectHeaders(request: BucketRequest, object: ObjectVersion): Record<string, string | number | undefined> {
  const { info, etag, modifiedAt } = object
  const metadata = Object.entries(info.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value] as const)
  const tagCount = Object.keys(info.tags).length
  return {
    ...info.headers,
    ...Object.fromEntries(metadata),
    etag: `"${etag}"`,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    ...versionHeader(request, object),
    ...(tagCount > 0 && { 'x-amz-tagging-count': tagCount }),
  }
}

/** A bucket that never had versioning sends no version ids. */
export function versionHeader({ bucket }: BucketRequest, { version }: ObjectVersion): Record<string, string> {
  return bucket.config.versioning === undefined ? {} : { 'x-amz-version-id': version }
}

export function checksumHeaders({ info: { checksum, partSizes } }: ObjectVersion): Record<string, string> {
  if (!checksum) return {}
  return { [`x-amz-checksum-${checksum.name}`]: checksum.value, 'x-amz-checksum-type': partSizes ? 'COMPOSITE' : 'FULL_OBJECT' }
}

export function deleteObject(request: BucketRequest): S3Reply {
  const { query, key } = request
  const { version, isMarker } = remove(request, key, query.get('versionId') ?? undefined)
  return { status: 204, headers: { 'x-amz-version-id': version, ...(isMarker && { 'x-amz-delete-marker': 'true' }) } }
}

/** Deletes an object or one of its versions. It is no error if there is none. */
function remove({ store, bucket, now }: BucketRequest, key: string, version: string | undefined) {
  if (version === undefined) {
    const marker = store.deleteObject(bucket, key, now)
    return { version: marker?.version, isMarker: marker !== undefined }
  }
  const object = store.findObject(bucket.name, key, version)
  if (object) store.deleteVersion(object)
  return { version, isMarker: object?.isMarker === true }
}

const maxDeletedObjects = 1000

export async function deleteObjects(request: BucketRequest): Promise<S3Reply> {
  const root = parseXml(await readDocument(request), 'Delete')
  const objects = root.all('Object').map((each) => ({ key: each.child('Key').text ?? '', version: each.textOf('VersionId') || undefined }))
  if (objects.length === 0 || objects.length > maxDeletedObjects || objects.some(({ key }) => key === '')) throw new S3Error('MalformedXML')
  const isQuiet = root.textOf('Quiet') === 'true'
  const deleted = request.store.transaction(() =>
    objects.map(({ key, version }) => {
      const removed = remove(request, key, version)
      const marker = removed.isMarker ? { DeleteMarker: true, DeleteMarkerVersionId: removed.version } : {}
      return { Key: key, VersionId: version, ...marker }
    }),
  )
  return { body: renderXml('DeleteResult', isQuiet ? {} : { Deleted: deleted }) }
}

export function getObjectAcl(request: BucketRequest): S3Reply {
  return { body: renderAcl(request.bucket.account, requireObject(request).info.acl) }
}

export async function putObjectAcl(request: BucketRequest): Promise<S3Reply> {
  return updateInfo(request, { acl: await receiveAcl(request) })
}

function updateInfo(request: BucketRequest, changes: Partial<ObjectInfo>, status = 200): S3Reply {
  const object = requireObject(request)
  request.store.setInfo(object, { ...object.info, ...changes })
  return { status, headers: versionHeader(request, object) }
}

/** Reads an access control list from the header of a canned one, or from the body. */
export async function receiveAcl(request: BucketRequest): Promise<readonly Grant[]> {
  const canned = request.headers['x-amz-acl']
  const body = await readDocument(request)
  return canned === undefined && body.length > 0 ? parseAcl(body) : createAcl(request.bucket.account, canned)
}

export function getObjectTagging(request: BucketRequest): S3Reply {
  return { body: renderTagging(requireObject(request).info.tags) }
}

export async function putObjectTagging(request: BucketRequest): Promise<S3Reply> {
  return updateInfo(request, { tags: parseTagging(await readDocument(request)) })
}

export function deleteObjectTagging(request: BucketRequest): S3Reply {
  return updateInfo(request, { tags: {} }, 204)
}
