/** A request to the service, and what handlers return. */
import type { Readable } from 'node:stream'
import type { AccessKey, Need } from './access.ts'
import type { Address } from './address.ts'
import { type BodyDigest, receiveBody, type WriteChunk } from './body.ts'
import type { Signature, SignedRequest } from './signature.ts'
import type { Bucket, Content, ObjectVersion, Store } from './store.ts'

export interface S3Request extends SignedRequest {
  readonly address: Address
  readonly body: Readable
  /** Address of the client. */
  readonly from: string | undefined
  readonly store: Store
  /** Time of the sandbox in milliseconds. */
  readonly now: number
  readonly signature: Signature | undefined
  readonly accessKey: AccessKey | undefined
}

/** A request whose bucket exists. */
export interface BucketRequest extends S3Request {
  readonly bucket: Bucket
  readonly key: string
  /** True if the caller has a right on a bucket or an object, maybe of another bucket. */
  readonly can: (need: Need, action: string, bucket: Bucket, key: string, object?: ObjectVersion) => boolean
}

export interface S3Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | number | undefined>>
  /** XML or JSON. */
  readonly body?: string
  readonly type?: string
  /** Content of an object, instead of a body. */
  readonly content?: Content
}

const maxDocumentBytes = 2 * 1024 * 1024

/** Reads a body into memory. @throws S3Error */
export async function receiveDocument(request: S3Request, maxBytes = maxDocumentBytes): Promise<Buffer> {
  const chunks: Buffer[] = []
  await receiveContent(request, maxBytes, (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

/** Reads and checks the body of a request. @throws S3Error */
export function receiveContent(request: S3Request, maxBytes: number, write: WriteChunk): Promise<BodyDigest> {
  const { body, headers, signature, accessKey } = request
  // Destroying the request would close the connection before the client has the error.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  return receiveBody(chunks, { headers, signature, secret: accessKey?.secret, maxBytes }, write)
}

/** Time in XML. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
