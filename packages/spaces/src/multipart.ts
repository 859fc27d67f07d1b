/** Multipart uploads. */
import { createHash, randomBytes } from 'node:crypto'
import { createChecksum } from './checksums.ts'
import { checkWriteConditions, parseRange } from './conditions.ts'
import { parseCount, S3Error } from './errors.ts'
import { parseLimit } from './list.ts'
import { renderOwner } from './acl.ts'
import { copyContent, findCopySource, maxParts, parseObjectInfo, parsePartNumber, receiveBlob, versionHeader } from './objects.ts'
import { type BucketRequest, formatTime, receiveDocument, type S3Reply } from './request.ts'
import type { Content, ObjectInfo, Part, Upload } from './store.ts'
import { type Parsed, parseXml, renderXml, type XmlNode } from './xml.ts'

/** Every part but the last is at least this large. */
const minPartBytes = 5 * 1024 * 1024

export function createMultipartUpload(request: BucketRequest): S3Reply {
  const { store, bucket, key, headers, now } = request
  const id = randomBytes(24).toString('base64url')
  store.putUpload({ id, bucket: bucket.name, key, createdAt: now, info: parseObjectInfo(request) })
  return {
    headers: { 'x-amz-checksum-algorithm': headers['x-amz-checksum-algorithm'] },
    body: renderXml('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id }),
  }
}

/** @throws S3Error NoSuchUpload */
function requireUpload({ store, bucket, key, query }: BucketRequest): Upload {
  const upload = store.findUpload(query.get('uploadId') ?? '')
  if (!upload || upload.bucket !== bucket.name || upload.key !== key) throw new S3Error('NoSuchUpload')
  return upload
}

export async function uploadPart(request: BucketRequest): Promise<S3Reply> {
  const number = parsePartNumber(request.query.get('partNumber') ?? '')
  requireUpload(request)
  if (request.headers['x-amz-copy-source'] !== undefined) return copyPart(request, number)
  const { blob, md5, checksum } = await receiveBlob(request)
  savePart(request, { number, etag: md5, modifiedAt: request.now, blob, checksum })
  return { headers: { etag: `"${md5}"`, ...(checksum && { [`x-amz-checksum-${checksum.name}`]: checksum.value }) } }
}

async function copyPart(request: BucketRequest, number: number): Promise<S3Reply> {
  const object = findCopySource(request)
  const range = parseRange(request.headers['x-amz-copy-source-range'], object.size) ?? { start: 0, end: object.size - 1 }
  const { blob, md5 } = await copyContent(request, object, range.start, range.end)
  savePart(request, { number, etag: md5, modifiedAt: request.now, blob })
  return { body: renderXml('CopyPartResult', { LastModified: formatTime(request.now), ETag: `"${md5}"` }) }
}

/** Saves a part, unless the upload ended meanwhile. */
function savePart(request: BucketRequest, part: Part): void {
  try {
    request.store.putPart(requireUpload(request).id, part)
  } catch (error) {
    request.store.blobs.remove(part.blob.id)
    throw error
  }
}

export function listParts(request: BucketRequest): S3Reply {
  const { store, bucket, key, query } = request
  const { id } = requireUpload(request)
  const limit = parseLimit(query, 'max-parts')
  const after = parseCount(query.get('part-number-marker') ?? '0')
  const parts = store.listParts(id, after)
  const page = parts.slice(0, limit)
  const body = renderXml('ListPartsResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId: id,
    Initiator: renderOwner(bucket.account),
    Owner: renderOwner(bucket.account),
    StorageClass: 'STANDARD',
    PartNumberMarker: after,
    NextPartNumberMarker: page.at(-1)?.number ?? after,
    MaxParts: limit,
    IsTruncated: parts.length > limit,
    Part: page.map(({ number, etag, blob, modifiedAt, checksum }) => ({
      PartNumber: number,
      LastModified: formatTime(modifiedAt),
      ETag: `"${etag}"`,
      Size: blob.size,
      ...renderChecksum(checksum),
    })),
  })
  return { body }
}

export async function completeMultipartUpload(request: BucketRequest): Promise<S3Reply> {
  const { store, bucket, key, headers, now } = request
  requireUpload(request)
  // The checksum is that of the object, not of this document.
  const ownHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-')))
  const requestedParts = parseXml(await receiveDocument({ ...request, headers: ownHeaders }), 'CompleteMultipartUpload').all('Part')
  const upload = requireUpload(request)
  const parts = selectParts(requestedParts, store.listParts(upload.id))
  const blobs = parts.map(({ blob }) => blob)
  const partSizes = blobs.map((blob) => blob.size)
  const size = partSizes.reduce((sum, each) => sum + each, 0)
  const checksum = await combineChecksums(request, parts, { blobs, start: 0, end: size - 1 })
  const info: ObjectInfo = { ...upload.info, partSizes, checksum }
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, 'hex')))
  const etag = `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
  const stored = store.transaction(() => {
    requireUpload(request)
    checkWriteConditions(headers, store.findObject(bucket.name, key))
    const object = store.putObject(bucket, { bucket: bucket.name, key, size, etag, modifiedAt: now, info, blobs })
    store.deleteUpload(upload.id, new Set(blobs.map(({ id }) => id)))
    return object
  })
  return {
    headers: versionHeader(request, stored),
    body: renderXml('CompleteMultipartUploadResult', {
      Location: `http://${headers['host']}${request.path}`,
      Bucket: bucket.name,
      Key: key,
      ETag: `"${etag}"`,
      ...renderChecksum(checksum),
    }),
  }
}

/** Selects the parts that a client lists. @throws S3Error MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall */
function selectParts(requested: readonly Parsed[], stored: readonly Part[]): readonly Part[] {
  if (requested.length === 0 || requested.length > maxParts) throw new S3Error('MalformedXML')
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  let last = 0
  const parts = requested.map((each) => {
    const number = Number(each.requireText('PartNumber'))
    if (!Number.isInteger(number)) throw new S3Error('MalformedXML')
    if (number <= last) throw new S3Error('InvalidPartOrder')
    last = number
    const part = byNumber.get(number)
    if (!part || part.etag !== each.requireText('ETag').replaceAll('"', '')) throw new S3Error('InvalidPart')
    return part
  })
  if (parts.slice(0, -1).some(({ blob }) => blob.size < minPartBytes)) throw new S3Error('EntityTooSmall')
  return parts
}

/** Computes the checksum of the content, or of the parts' checksums, if all have one of the same kind. @throws S3Error BadDigest */
async function combineChecksums({ store, headers }: BucketRequest, parts: readonly Part[], content: Content) {
  const name = parts[0]?.checksum?.name
  if (name === undefined || parts.some(({ checksum }) => checksum?.name !== name)) return undefined
  const hash = createChecksum(name)
  const isOfContent = name === 'crc64nvme' || headers['x-amz-checksum-type'] === 'FULL_OBJECT'
  if (isOfContent) for await (const chunk of store.read(content)) hash.update(chunk)
  else for (const { checksum } of parts) hash.update(Buffer.from(checksum?.value ?? '', 'base64'))
  const digest = hash.digest().toString('base64')
  const value = isOfContent ? digest : `${digest}-${parts.length}`
  // The Go client of MinIO sends the checksum of the parts' checksums without their number.
  if (![undefined, value, digest].includes(headers[`x-amz-checksum-${name}`])) throw new S3Error('BadDigest')
  return { name, value }
}

function renderChecksum(checksum: ObjectInfo['checksum']): XmlNode {
  return checksum ? { [`Checksum${checksum.name.toUpperCase()}`]: checksum.value } : {}
}

export function abortMultipartUpload(request: BucketRequest): S3Reply {
  request.store.deleteUpload(requireUpload(request).id)
  return { status: 204 }
}
