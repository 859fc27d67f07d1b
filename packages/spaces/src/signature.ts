/** Verifies AWS signatures of version 4, in the `Authorization` header or in the query of a presigned URL. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { encodeUri } from './address.ts'
import { S3Error } from './errors.ts'

/** Parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string
  /** Raw path. */
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface Signature {
  readonly accessKey: string
  readonly scope: { readonly date: string; readonly region: string; readonly service: string }
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** Time as sent: `20260131T120000Z`. */
  readonly time: string
  /** Seconds that a presigned URL is valid. */
  readonly expires?: number
  readonly payloadHash: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const unsignedPayload = 'UNSIGNED-PAYLOAD'
/** Headers whose values every signature contains. */
const coveredHeaders = new Set(['x-amz-content-sha256', 'x-amz-date'])
const maxSkewMs = 15 * 60_000
const maxExpires = 7 * 24 * 3600

/** Parses the signature of a request; undefined for an anonymous request. @throws S3Error */
export function parseSignature(request: SignedRequest): Signature | undefined {
  const { headers, query } = request
  const header = headers['authorization']
  if (query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')) {
    if (header !== undefined) throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed.')
    return parsePresigned(request)
  }
  if (header === undefined) {
    if (query.has('Signature') && query.has('AWSAccessKeyId')) throw new S3Error('InvalidRequest', unsupported)
    return undefined
  }
  if (!header.startsWith(algorithm)) throw new S3Error('InvalidRequest', unsupported)
  const fields = new Map(Array.from(header.matchAll(/(\w+)=([^\s,]+)/g), ([, name, value]) => [name, value]))
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) => fields.get(name))
  if (!credential || !signedHeaders || !signature) throw new S3Error('AuthorizationHeaderMalformed')
  const time = headers['x-amz-date'] ?? formatTime(headers['date'])
  if (time === undefined) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header.')
  const payloadHash = headers['x-amz-content-sha256']
  if (payloadHash === undefined) throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  return {
    ...parseCredential(credential, 'AuthorizationHeaderMalformed'),
    signedHeaders: signedHeaders.split(';'),
    signature,
    time,
    payloadHash,
  }
}

const unsupported = `The authorization mechanism you have provided is not supported. Please use ${algorithm}.`

function parsePresigned({ query, headers }: SignedRequest): Signature {
  const names = ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature', 'X-Amz-Date', 'X-Amz-Expires']
  const [method, credential, signedHeaders, signature, time, expiresText] = names.map((name) => query.get(name) ?? '')
  if (method !== algorithm || !credential || !signedHeaders || !signature || !time || !expiresText)
    throw new S3Error('AuthorizationQueryParametersError', 'Query-string authentication version 4 requires all X-Amz- parameters.')
  const expires = Number(expiresText)
  if (!Number.isInteger(expires) || expires < 1 || expires > maxExpires)
    throw new S3Error('AuthorizationQueryParametersError', `X-Amz-Expires must be from 1 to ${maxExpires} seconds.`)
  const payloadHash = query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? unsignedPayload
  const parsed = parseCredential(credential, 'AuthorizationQueryParametersError')
  return { ...parsed, signedHeaders: signedHeaders.split(';'), signature, time, expires, payloadHash }
}

export function parseCredential(text: string, code: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError') {
  const parts = text.split('/')
  const [date = '', region = '', service = '', end] = parts.slice(-4)
  const accessKey = parts.slice(0, -4).join('/')
  if (parts.length < 5 || end !== 'aws4_request' || service !== 's3' || !/^\d{8}$/.test(date))
    throw new S3Error(code, 'The Credential must have the form <access key>/<date>/<region>/s3/aws4_request.')
  return { accessKey, scope: { date, region, service } }
}

/** @param now real time in milliseconds, because clients sign with the time of their machine @throws S3Error */
export function verifySignature(request: SignedRequest, signature: Signature, secret: string, now: number): void {
  checkTime(signature, now)
  const { headers } = request
  if (!signature.signedHeaders.includes('host')) throw new S3Error('AccessDenied', 'The host header must be signed.')
  const missing = Object.keys(headers).find(
    (name) => name.startsWith('x-amz-') && !coveredHeaders.has(name) && !signature.signedHeaders.includes(name),
  )
  if (missing !== undefined)
    throw new S3Error('AccessDenied', `There were headers present in the request which were not signed: ${missing}`)
  const canonical = createCanonicalRequest(request, signature)
  const key = deriveSigningKey(signature, secret)
  // Node reads headers as Latin-1. Clients sign them as such, or the bytes that they sent.
  const isSigned = (['utf8', 'latin1'] as const).some((encoding) => {
    const text = [algorithm, signature.time, formatScope(signature), hash(Buffer.from(canonical, encoding))].join('\n')
    return isEqual(hmac(key, text).toString('hex'), signature.signature)
  })
  if (!isSigned) throw new S3Error('SignatureDoesNotMatch')
}

/** Verifies the signature of a text, such as the policy of a form. @throws S3Error SignatureDoesNotMatch */
export function verifyText(text: string, signature: Signature, secret: string): void {
  if (!isEqual(hmac(deriveSigningKey(signature, secret), text).toString('hex'), signature.signature))
    throw new S3Error('SignatureDoesNotMatch')
}

function checkTime({ time, expires, scope }: Signature, now: number): void {
  const at = parseTime(time)
  if (Number.isNaN(at) || !time.startsWith(scope.date)) throw new S3Error('AccessDenied', 'The date of the request is invalid.')
  if (expires === undefined) {
    if (Math.abs(now - at) > maxSkewMs) throw new S3Error('RequestTimeTooSkewed')
    return
  }
  if (at - now > maxSkewMs) throw new S3Error('AccessDenied', 'Request is not yet valid.')
  if (now > at + expires * 1000) throw new S3Error('AccessDenied', 'Request has expired')
}

function createCanonicalRequest({ method, path, query, headers }: SignedRequest, { signedHeaders, payloadHash }: Signature): string {
  const canonicalPath = path
    .split('/')
    .map((segment) => encodeUri(decodeURIComponent(segment)))
    .join('/')
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&')
  const canonicalHeaders = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`).join('')
  return [method, canonicalPath, canonicalQuery, canonicalHeaders, signedHeaders.join(';'), payloadHash].join('\n')
}

function deriveSigningKey({ scope }: Signature, secret: string): Buffer {
  return [scope.date, scope.region, scope.service, 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secret}`),
  )
}

/** Creates the function that signs the chunks of a streamed body one after another, and then its trailers. */
export function createChunkSigner(signature: Signature, secret: string): (kind: 'PAYLOAD' | 'TRAILER', contentHash: string) => string {
  const key = deriveSigningKey(signature, secret)
  let previous = signature.signature
  return (kind, contentHash) => {
    const parts = kind === 'PAYLOAD' ? [previous, hash(''), contentHash] : [previous, contentHash]
    previous = hmac(key, [`${algorithm}-${kind}`, signature.time, formatScope(signature), ...parts].join('\n')).toString('hex')
    return previous
  }
}

export function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

export function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function formatScope({ scope: { date, region, service } }: Signature): string {
  return `${date}/${region}/${service}/aws4_request`
}

function parseTime(time: string): number {
  const isValid = /^\d{8}T\d{6}Z$/.test(time)
  return isValid ? Date.parse(time.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')) : Number.NaN
}

function formatTime(date: string | undefined): string | undefined {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? undefined : `${new Date(at).toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
