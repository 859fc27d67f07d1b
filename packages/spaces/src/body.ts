/** Reads and checks the body of a request: plain, or in signed or unsigned chunks with trailers. */
import { createHash } from 'node:crypto'
import { type ChecksumName, type ChecksumValue, checksumNames, createChecksum, findChecksum } from './checksums.ts'
import { parseCount, S3Error } from './errors.ts'
import { createChunkSigner, hash, isEqual, type Signature } from './signature.ts'

export interface BodyOptions {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Undefined for an anonymous request. */
  readonly signature: Signature | undefined
  readonly secret: string | undefined
  readonly maxBytes: number
}

export interface BodyDigest {
  readonly size: number
  /** MD5 in hexadecimal. */
  readonly md5: string
  /** Checksum that the client sent, or the one that its algorithm header asks for. */
  readonly checksum: ChecksumValue | undefined
}

export type WriteChunk = (chunk: Buffer) => void

const maxLineBytes = 8 * 1024
const maxChunkBytes = 1024 * 1024 * 1024

/** Length of the content, without the lines between chunks; undefined if the client did not say. */
export function getContentLength(headers: BodyOptions['headers']): number | undefined {
  const text = headers['x-amz-decoded-content-length'] ?? headers['content-length']
  return text === undefined ? undefined : parseCount(text, 'The content length is invalid.')
}

/** Passes the content to `write` piece by piece. @throws S3Error when the content is not what the client signed or announced */
export async function receiveBody(source: AsyncIterable<Buffer>, options: BodyOptions, write: WriteChunk): Promise<BodyDigest> {
  const { headers, signature, maxBytes } = options
  const payloadHash = signature?.payloadHash ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  const announcedChecksum = findChecksum(headers)
  const checksumName = announcedChecksum?.name ?? findWantedChecksum(headers)
  const md5 = createHash('md5')
  const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined
  const checksum = checksumName && createChecksum(checksumName)
  const expectedLength = getContentLength(headers)
  const trailers: Record<string, string> = {}
  let size = 0
  const chunks = payloadHash.startsWith('STREAMING-') ? decodeChunks(source, payloadHash, options, trailers) : source
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new S3Error('EntityTooLarge')
    md5.update(chunk)
    sha256?.update(chunk)
    checksum?.update(chunk)
    write(chunk)
  }
  if (expectedLength !== undefined && size !== expectedLength) throw new S3Error('IncompleteBody')
  if (sha256 && sha256.digest('hex') !== payloadHash) throw new S3Error('XAmzContentSHA256Mismatch')
  const digest = md5.digest()
  checkMd5(headers['content-md5'], digest)
  const value = checksum?.digest().toString('base64')
  const sentChecksum = announcedChecksum ?? findChecksum(trailers)
  if (sentChecksum && sentChecksum.value !== value)
    throw new S3Error('BadDigest', `The ${sentChecksum.name.toUpperCase()} you specified did not match the calculated checksum.`)
  return { size, md5: digest.toString('hex'), checksum: checksumName && value !== undefined ? { name: checksumName, value } : undefined }
}

/** Finds the checksum that trailers will contain, or that an algorithm header asks for. */
function findWantedChecksum(headers: BodyOptions['headers']): ChecksumName | undefined {
  const trailer = headers['x-amz-trailer']?.toLowerCase().replace('x-amz-checksum-', '').trim()
  const wanted = trailer ?? (headers['x-amz-sdk-checksum-algorithm'] ?? headers['x-amz-checksum-algorithm'])?.toLowerCase()
  const name = checksumNames.find((each) => each === wanted)
  if (wanted !== undefined && !name) throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.')
  return name
}

function checkMd5(header: string | undefined, actual: Buffer): void {
  if (header === undefined) return
  const expected = Buffer.from(header, 'base64')
  if (expected.length !== 16) throw new S3Error('InvalidDigest')
  if (!expected.equals(actual)) throw new S3Error('BadDigest')
}

/** Decodes `<size in hex>;chunk-signature=<signature>\r\n<content>\r\n`, then the trailers, and checks the signatures. */
async function* decodeChunks(source: AsyncIterable<Buffer>, payloadHash: string, options: BodyOptions, trailers: Record<string, string>) {
  const { signature, secret } = options
  const reader = new ByteReader(source)
  const isSigned = payloadHash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD')
  if (!isSigned && payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 is invalid.')
  if (isSigned && (!signature || secret === undefined)) throw new S3Error('AccessDenied')
  const sign = isSigned && signature && secret !== undefined ? createChunkSigner(signature, secret) : undefined
  for (;;) {
    const [, sizeText, chunkSignature = ''] = /^([0-9a-f]{1,16})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(await reader.readLine()) ?? []
    const size = Number.parseInt(sizeText ?? '', 16)
    if (Number.isNaN(size) || (sign && chunkSignature === '')) throw new S3Error('IncompleteBody', 'The chunk header is malformed.')
    if (size > maxChunkBytes) throw new S3Error('EntityTooLarge', 'The chunk is too large.')
    const chunkHash = createHash('sha256')
    for await (const chunk of reader.readBytes(size)) {
      if (sign) chunkHash.update(chunk)
      yield chunk
    }
    if (sign && !isEqual(sign('PAYLOAD', chunkHash.digest('hex')), chunkSignature)) throw new S3Error('SignatureDoesNotMatch')
    if (size === 0) break
    if ((await reader.readLine()) !== '') throw new S3Error('IncompleteBody', 'A chunk is longer than its size.')
  }
  for (const line of (await reader.readRest()).split(/\r?\n/)) {
    if (line === '') continue
    const at = line.indexOf(':')
    if (at < 1) throw new S3Error('IncompleteBody', 'A trailer is malformed.')
    trailers[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim()
  }
  if (sign && payloadHash.endsWith('-TRAILER')) {
    const { 'x-amz-trailer-signature': trailerSignature = '', ...signed } = trailers
    const canonical = Object.entries(signed)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('')
    if (!isEqual(sign('TRAILER', hash(canonical)), trailerSignature)) throw new S3Error('SignatureDoesNotMatch')
  }
}

/** Reads lines and counted bytes of a stream. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** @throws S3Error IncompleteBody at the end of the stream */
  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end !== -1) {
        const line = this.#rest.toString('latin1', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line.endsWith('\r') ? line.slice(0, -1) : line
      }
      if (this.#rest.length > maxLineBytes) throw new S3Error('IncompleteBody', 'A line between chunks is too long.')
      if (!(await this.#fill())) throw new S3Error('IncompleteBody')
    }
  }

  /** Reads the text up to the end of the stream. */
  async readRest(): Promise<string> {
    while (await this.#fill()) if (this.#rest.length > maxLineBytes) throw new S3Error('IncompleteBody', 'The trailers are too long.')
    return this.#rest.toString('latin1')
  }

  async *readBytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new S3Error('IncompleteBody')
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
