/** Operations on objects. */
import { createHash } from 'node:crypto'
import { decodeUri } from './address.ts'
import { createAcl, type Grant, parseAcl, renderAcl } from './acl.ts'
import { getContentLength, type WriteChunk } from './body.ts'
import { checkReadConditions, checkWriteConditions, parseRange } from './conditions.ts'
import { parseTagging, parseTagHeader, renderTagging } from './config.ts'
import { parseCount, S3Error } from './errors.ts'
import { type BucketRequest, formatTime, receiveContent, receiveDocument, type S3Reply } from './request.ts'
import type { Blob } from './blobs.ts'
import { type NewObject, nullVersion, type ObjectInfo, type ObjectVersion } from './store.ts'
import { parseXml, renderXml } from './xml.ts'

const maxObjectBytes = 5 * 2 ** 30
export const maxParts = 10_000
const maxMetadataBytes = 2048

/** Headers of an object that query parameters of a request can replace. */
const contentHeaders = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'] as const
const storedHeaders = [...contentHeaders, 'x-amz-website-redirect-location'] as const
const metadataPrefix = 'x-amz-meta-'

/** Parses the properties of a new object from headers. @throws S3Error */
export function parseObjectInfo({ headers, bucket }: BucketRequest): ObjectInfo {
  const metadata = Object.entries(headers).flatMap(([name, value = '']) =>
    name.startsWith(metadataPrefix) ? [[name, value] as const] : [],
  )
  if (metadata.flat().join('').length - metadata.length * metadataPrefix.length > maxMetadataBytes)
    throw new S3Error('InvalidArgument', 'Your metadata headers exceed the maximum allowed metadata size.')
  const stored: Record<string, string> = { 'content-type': 'binary/octet-stream' }
  for (const name of storedHeaders) {
    // The encoding of the transfer is no property of the content.
    const value = name === 'content-encoding' ? headers[name]?.replace(/^aws-chunked\s*,?\s*|,\s*aws-chunked\b/, '') : headers[name]
    if (value !== undefined && value !== '') stored[name] = value
  }
  const acl = createAcl(bucket.account, headers['x-amz-acl'])
  return { headers: { ...stored, ...Object.fromEntries(metadata) }, acl, tags: parseTagHeader(headers['x-amz-tagging']) }
}

/** Stores a blob, and discards it when the work fails. */
async function storeBlob<T>({ store }: BucketRequest, work: (write: WriteChunk) => Promise<T>): Promise<T & { readonly blob: Blob }> {
  const writer = store.blobs.create()
  try {
    const result = await work(writer.write)
    return { ...result, blob: writer.finish() }
  } catch (error) {
    writer.discard()
    throw error
  }
}

/** Writes the body of a request into a blob. @throws S3Error */
export async function receiveBlob(request: BucketRequest) {
  const length = getContentLength(request.headers)
  if (length === undefined) throw new S3Error('MissingContentLength')
  if (length > maxObjectBytes) throw new S3Error('EntityTooLarge')
  return storeBlob(request, (write) => receiveContent(request, maxObjectBytes, write))
}

export async function putObject(request: BucketRequest): Promise<S3Reply> {
  const { store, bucket, key, headers } = request
  const info = parseObjectInfo(request)
  checkWriteConditions(headers, store.findObject(bucket.name, key))
  const { blob, md5, size, checksum } = await receiveBlob(request)
  const stored = storeObject(request, { size, etag: md5, info: { ...info, checksum }, blobs: [blob] })
  return { headers: { etag: `"${md5}"`, ...versionHeader(request, stored), ...checksumHeaders(stored) } }
}

/** Stores an object if the conditions still hold and the bucket still exists; else removes its blobs. */
function storeObject(
  { store, bucket: { name }, key, headers, now }: BucketRequest,
  content: Pick<NewObject, 'size' | 'etag' | 'info' | 'blobs'>,
): ObjectVersion {
  try {
    const bucket = store.findBucket(name)
    if (!bucket) throw new S3Error('NoSuchBucket')
    checkWriteConditions(headers, store.findObject(name, key))
    return store.putObject(bucket, { bucket: name, key, modifiedAt: now, ...content })
  } catch (error) {
    for (const { id } of content.blobs) store.blobs.remove(id)
    throw error
  }
}

/** Finds the object of `x-amz-copy-source`, if the caller may read it. @throws S3Error */
export function findCopySource(request: BucketRequest): ObjectVersion {
  const { store, headers, can } = request
  const [path = '', query = ''] = (headers['x-amz-copy-source'] ?? '').split('?')
  const [, bucketName, key] = /^\/?([^/]+)\/(.+)$/s.exec(decodeUri(path)) ?? []
  if (bucketName === undefined || key === undefined)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key.')
  const source = store.findBucket(bucketName)
  if (!source) throw new S3Error('NoSuchBucket')
  const version = new URLSearchParams(query).get('versionId') ?? undefined
  const object = store.findObject(bucketName, key, version)
  if (!can('READ', 's3:GetObject', source, key, object)) throw new S3Error('AccessDenied')
  if (!object || object.isMarker) throw new S3Error(version === undefined || object ? 'NoSuchKey' : 'NoSuchVersion')
  checkReadConditions(headers, object, 'x-amz-copy-source-')
  return object
}

/** Copies bytes of an object into a new blob. */
export function copyContent(request: BucketRequest, { blobs }: ObjectVersion, start: number, end: number) {
  return storeBlob(request, async (write) => {
    const hash = createHash('md5')
    for await (const chunk of request.store.read({ blobs, start, end })) {
      hash.update(chunk)
      write(chunk)
    }
    return { md5: hash.digest('hex') }
  })
}

export async function copyObject(request: BucketRequest): Promise<S3Reply> {
  const { bucket, key, headers, now } = request
  const object = findCopySource(request)
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
  const isSame = object.bucket === bucket.name && object.key === key && object.isLatest
  if (isSame && !replaces && headers['x-amz-website-redirect-location'] === undefined)
    throw new S3Error('InvalidRequest', 'This copy request is illegal: it copies an object to itself without changing its metadata.')
  const own = parseObjectInfo(request)
  const { blob, md5 } = await copyContent(request, object, 0, object.size - 1)
  const info: ObjectInfo = {
    headers: (replaces ? own : object.info).headers,
    acl: own.acl,
    tags: (headers['x-amz-tagging-directive'] === 'REPLACE' ? own : object.info).tags,
    checksum: object.info.partSizes ? undefined : object.info.checksum,
  }
  const stored = storeObject(request, { size: object.size, etag: md5, info, blobs: [blob] })
  return {
    headers: {
      ...versionHeader(request, stored),
      'x-amz-copy-source-version-id': object.version === nullVersion ? undefined : object.version,
    },
    body: renderXml('CopyObjectResult', { LastModified: formatTime(now), ETag: `"${md5}"` }),
  }
}

/** Finds the object of a request. @throws S3Error NoSuchKey, NoSuchVersion, MethodNotAllowed, AccessDenied */
function requireObject({ store, bucket, key, query, can }: BucketRequest): ObjectVersion {
  const version = query.get('versionId') ?? undefined
  const object = store.findObject(bucket.name, key, version)
  // Who may not list a bucket does not learn which keys exist.
  if (!object && !can('LIST', 's3:ListBucket', bucket, '')) throw new S3Error('AccessDenied')
  if (!object) throw new S3Error(version === undefined ? 'NoSuchKey' : 'NoSuchVersion')
  const markerHeaders = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': object.version }
  if (object.isMarker && version === undefined) throw new S3Error('NoSuchKey', undefined, markerHeaders)
  if (object.isMarker) throw new S3Error('MethodNotAllowed', undefined, { ...markerHeaders, allow: 'DELETE' })
  return object
}

export function getObject(request: BucketRequest): S3Reply {
  const { headers, query, signature } = request
  const object = requireObject(request)
  checkReadConditions(headers, object)
  const { size, info } = object
  const own: Record<string, string> = {}
  for (const name of contentHeaders) {
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
  return parseCount(text, `Part number must be an integer between 1 and ${maxParts}, inclusive`, 1, maxParts)
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
  const tagCount = Object.keys(info.tags).length
  return {
    ...info.headers,
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

function checksumHeaders({ info: { checksum } }: ObjectVersion): Record<string, string> {
  if (!checksum) return {}
  const type = checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT'
  return { [`x-amz-checksum-${checksum.name}`]: checksum.value, 'x-amz-checksum-type': type }
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
  const root = parseXml(await receiveDocument(request), 'Delete')
  const objects = root.all('Object').map((each) => ({ key: each.child('Key').text ?? '', version: each.textOf('VersionId') || undefined }))
  if (objects.length === 0 || objects.length > maxDeletedObjects || objects.some(({ key }) => key === '')) throw new S3Error('MalformedXML')
  const isQuiet = root.textOf('Quiet') === 'true'
  const denied = objects.filter(({ key }) => !request.can('WRITE', 's3:DeleteObject', request.bucket, key))
  const deleted = request.store.transaction(() =>
    objects
      .filter((object) => !denied.includes(object))
      .map(({ key, version }) => {
        const removed = remove(request, key, version)
        const marker = removed.isMarker ? { DeleteMarker: true, DeleteMarkerVersionId: removed.version } : {}
        return { Key: key, VersionId: version, ...marker }
      }),
  )
  const errors = denied.map(({ key, version }) => ({ Key: key, VersionId: version, Code: 'AccessDenied', Message: 'Access Denied' }))
  return { body: renderXml('DeleteResult', { Deleted: isQuiet ? [] : deleted, Error: errors }) }
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
  const cannedAcl = request.headers['x-amz-acl']
  const body = await receiveDocument(request)
  return cannedAcl === undefined && body.length > 0 ? parseAcl(body) : createAcl(request.bucket.account, cannedAcl)
}

export function getObjectTagging(request: BucketRequest): S3Reply {
  return { body: renderTagging(requireObject(request).info.tags) }
}

export async function putObjectTagging(request: BucketRequest): Promise<S3Reply> {
  return updateInfo(request, { tags: parseTagging(await receiveDocument(request)) })
}

export function deleteObjectTagging(request: BucketRequest): S3Reply {
  return updateInfo(request, { tags: {} }, 204)
}
