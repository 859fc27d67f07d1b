/** HTTP server of the service: authenticates requests, runs operations and writes replies. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ServiceContext } from '@spindrift/sandbox'
import { type AccessKey, type AccessRequest, isAllowed } from './access.ts'
import { decodeUri, parseAddress } from './address.ts'
import { formatCors, preflight } from './cors.ts'
import { S3Error } from './errors.ts'
import type { LifecycleRunner } from './lifecycle.ts'
import { findOperation, type Operation } from './operations.ts'
import { checkPostPolicy, formatPostReply, isPostForm, parsePolicySignature, type PostForm, receivePostForm } from './post-form.ts'
import type { BucketRequest, S3Reply, S3Request } from './request.ts'
import { parseSignature, verifySignature } from './signature.ts'
import type { Bucket, Content, Store } from './store.ts'
import { renderErrorXml } from './xml.ts'

export interface ServerOptions {
  readonly store: Store
  readonly lifecycle: LifecycleRunner
  readonly context: ServiceContext
  readonly findKey: (id: string) => AccessKey | undefined
  /** Finds the bucket that a CDN endpoint serves at a host name. */
  readonly findOrigin: (host: string) => Origin | undefined
}

export interface Origin {
  readonly bucket: string
  readonly ttl: number
}

const idleTimeoutMs = 120_000
/** Time for the headers of a request; the body may take longer. */
const headersTimeoutMs = 60_000
const maxKeyBytes = 1024

/** Starts a server on a port, or on any if it is in use. */
export async function startServer(options: ServerOptions, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 0, headersTimeout: headersTimeoutMs, keepAliveTimeout: 72_000 }, (request, response) => {
    handle(request, response, options).catch((error: unknown) => {
      // A client that disconnects is no error of the service.
      if (!request.destroyed) options.context.onError(error)
      response.destroy()
    })
  })
  server.setTimeout(idleTimeoutMs)
  await once(server.listen(port, host), 'listening').catch(() => once(server.listen(0, host), 'listening'))
  server.on('error', options.context.onError)
  return server
}

/** A request with the properties that its reply and its errors show. */
interface Exchange {
  readonly requestId: string
  readonly source: IncomingMessage
  bucket: Bucket | undefined
}

async function handle(source: IncomingMessage, response: ServerResponse, options: ServerOptions): Promise<void> {
  const exchange: Exchange = { requestId: `tx${randomBytes(16).toString('hex')}`, source, bucket: undefined }
  let reply: S3Reply
  try {
    const result = await respond(exchange, options)
    if (!result) return response.destroy() as unknown as void
    reply = result
  } catch (error) {
    if (response.destroyed) return
    // A client that is still sending its body may read the error only after that.
    source.resume()
    if (!(error instanceof S3Error)) options.context.onError(error)
    reply = formatError(error instanceof S3Error ? error : new S3Error('InternalError'), exchange)
  }
  await write(response, reply, exchange, options.store)
}

/** @returns undefined to cut the connection */
async function respond(exchange: Exchange, options: ServerOptions): Promise<S3Reply | undefined> {
  const { store, context, findKey } = options
  const { source } = exchange
  const headers = source.headers as S3Request['headers']
  // The path of the request line, because `URL` would remove `.` and `..`, which are valid in keys.
  const [path = '/', ...rest] = (source.url ?? '/').replace(/^https?:\/\/[^/]*/, '').split('?')
  const query = new URLSearchParams(rest.join('?'))
  const origin = options.findOrigin((headers['host'] ?? '').replace(/:\d+$/, '').toLowerCase())
  const parsed = parseAddress(headers['host'] ?? '', path)
  const address = origin ? { region: undefined, bucket: origin.bucket, key: decodeUri(path).slice(1), isCdn: true } : parsed
  if (address.isCdn && !origin) throw new S3Error('NoSuchBucket')
  const method = source.method ?? 'GET'
  const caller = { from: source.socket.remoteAddress, signature: undefined, accessKey: undefined }
  const sent: S3Request = { method, path, query, headers, address, body: source, store, now: context.now(), ...caller }
  exchange.bucket = address.bucket === '' ? undefined : store.findBucket(address.bucket)
  if (exchange.bucket && address.region !== undefined && exchange.bucket.region !== address.region) exchange.bucket = undefined
  if (method === 'OPTIONS') return preflight(exchange.bucket?.config.cors?.rules, headers)
  const form = isPostForm(sent) ? await receivePostForm(sent) : undefined
  const request = authenticate(form?.put ?? sent, form, findKey)
  if (Buffer.byteLength(request.address.key) > maxKeyBytes) throw new S3Error('KeyTooLongError')
  const operation = findOperation(request)
  const run = 'need' in operation ? prepare(operation, request, exchange.bucket, options.lifecycle) : () => operation.run(request)
  const fault = await injectFault(operation.name, exchange.bucket?.region ?? address.region, context)
  if (fault === 'before') return undefined
  const reply = await run()
  if (fault !== undefined) return undefined
  if (form) return formatPostReply(form, reply)
  if (!origin) return reply
  return { ...reply, headers: { 'cache-control': `max-age=${origin.ttl}`, ...reply.headers } }
}

/** Adds the access key of a signature. @throws S3Error */
function authenticate(request: S3Request, form: PostForm | undefined, findKey: ServerOptions['findKey']): S3Request {
  const signature = request.address.isCdn ? undefined : form ? parsePolicySignature(form) : parseSignature(request)
  if (!signature) return request
  const accessKey = findKey(signature.accessKey)
  if (!accessKey) throw new S3Error('InvalidAccessKeyId')
  if (form) checkPostPolicy(form, signature, accessKey.secret, Date.now())
  else verifySignature(request, signature, accessKey.secret, Date.now())
  return { ...request, signature, accessKey }
}

/** Checks the bucket and the rights of the caller. @returns the operation to run */
function prepare(operation: Operation, request: S3Request, bucket: Bucket | undefined, lifecycle: LifecycleRunner) {
  const { address, accessKey, store, query } = request
  if (!bucket) throw new S3Error('NoSuchBucket')
  lifecycle.run(bucket, request.now)
  const can: BucketRequest['can'] = (need, action, target, key, object) =>
    isAllowed({ need, action, accessKey, bucket: target, key, objectAcl: object?.info.acl, context: describeContext(request) })
  const version = query.get('versionId') ?? undefined
  const object = address.key === '' ? undefined : store.findObject(bucket.name, address.key, version)
  const { need, action } = operation
  const mayMiss = need === 'READ' && !object && can('LIST', 's3:ListBucket', bucket, '')
  if (need !== undefined && !mayMiss && !can(need, action, bucket, address.key, object)) throw new S3Error('AccessDenied')
  if (address.isCdn && need !== 'READ' && need !== 'LIST') throw new S3Error('MethodNotAllowed')
  return () => operation.run({ ...request, bucket, key: address.key, can })
}

/** Values of the condition keys of policies. */
function describeContext({ headers, from, query }: S3Request): AccessRequest['context'] {
  return {
    'aws:sourceip': from?.replace(/^::ffff:/, ''),
    'aws:referer': headers['referer'],
    'aws:useragent': headers['user-agent'],
    'aws:securetransport': 'false',
    's3:prefix': query.get('prefix') ?? undefined,
    's3:x-amz-acl': headers['x-amz-acl'],
  }
}

/** Injects a fault. @returns where to cut the connection @throws S3Error */
async function injectFault(operation: string, region: string | undefined, context: ServiceContext): Promise<string | undefined> {
  const fault = await context.injectFault(operation, region)
  if (fault?.status === undefined) return fault?.cut
  const code = fault.status === 403 ? 'AccessDenied' : fault.status === 503 || fault.status === 429 ? 'SlowDown' : 'InternalError'
  const headers = { 'x-sandbox-fault': operation, ...(fault.retryAfter !== undefined && { 'retry-after': String(fault.retryAfter) }) }
  throw new S3Error(code, undefined, headers, fault.status)
}

function formatError({ code, message, status, headers }: S3Error, { requestId, bucket, source }: Exchange): S3Reply {
  if (status === 304 || source.method === 'HEAD') return { status, headers }
  const [path] = (source.url ?? '').split('?')
  const content = {
    Code: code,
    Message: message,
    BucketName: bucket?.name,
    Resource: path,
    RequestId: requestId,
    HostId: 'spindrift-spaces',
  }
  return { status, headers, body: renderErrorXml(content) }
}

async function write(response: ServerResponse, reply: S3Reply, { requestId, bucket, source }: Exchange, store: Store): Promise<void> {
  const { status = 200, headers, body, type = 'application/xml', content } = reply
  response.statusCode = status
  const own = { ...formatCors(bucket?.config.cors?.rules, source), ...headers, 'x-amz-request-id': requestId }
  // Headers are Latin-1; metadata in UTF-8 arrives as such bytes and leaves in the same way.
  for (const [name, value] of Object.entries(own))
    if (value !== undefined) response.setHeader(name, String(value).replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ''))
  if (content && source.method !== 'HEAD') return writeContent(response, content, store)
  if (body !== undefined) {
    response.setHeader('content-type', type)
    response.setHeader('content-length', Buffer.byteLength(body))
  } else if (status !== 204 && status !== 304 && !content) response.setHeader('content-length', 0)
  response.end(source.method === 'HEAD' ? undefined : body)
}

async function writeContent(response: ServerResponse, content: Content, store: Store): Promise<void> {
  const [blob, ...others] = content.blobs
  // One small blob is written with the headers.
  const chunks =
    blob && others.length === 0 && content.end >= content.start ? store.blobs.read(blob, content.start, content.end) : store.read(content)
  if (Array.isArray(chunks)) response.end(chunks[0])
  else await pipeline(chunks, response)
}
