/**
 * Files with signed upload and download URLs. A signed URL needs no token and expires. The platform stores the account of each file,
 * because requests to the URL do not name it.
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../auth/hash-secret.ts'
import type { Address } from '../engine/address.ts'
import { Failure } from '../engine/failure.ts'
import { keyOf } from '../engine/kinds.ts'
import type { Platform, AccountContext } from '../engine/account-context.ts'
import type { Key } from '../store/store.ts'
import { scheduleAfter } from './schedule-job.ts'
import { formatTimestamp } from './format-timestamp.ts'

declare module '../engine/kinds.ts' {
  interface InternalKinds {
    signedFile: StoredFile
  }
}

const fileKey = (path: string) => keyOf('signedFile', path)
const accountKey = (path: string): Key => ({ kind: 'signedFileAccount', id: path })

/** Lifetimes of the URLs in seconds. */
const lifetimes = { uploads: 900, downloads: 3600 } as const
/** Time in seconds until an upload is deleted. */
const uploadLifetime = 24 * 3600

interface StoredFile {
  /** Base64; undefined until the file was uploaded. */
  readonly content?: string
  /** Maximum size of the upload in bytes. */
  readonly limit?: number
}

export interface SignedUrl {
  readonly url: string
  readonly expires: string
}

/** Reserves the path of an upload and signs the URL to PUT it. */
export function reserveUpload(ctx: AccountContext, origin: string, name: string, size: number): SignedUrl & { readonly path: string } {
  const path = `uploads/${ctx.ids.uuid('Upload')}/${name.replaceAll(/[^\w.-]+/g, '_')}`
  saveFile(ctx, path, { limit: size })
  scheduleAfter(ctx, uploadLifetime, 'signedFiles.forget', { path })
  return { path, ...signUrl(ctx, origin, path, lifetimes.uploads) }
}

/** Finds an uploaded file; undefined if nothing was uploaded. */
export function findUpload({ engine }: AccountContext, path: string): Uint8Array | undefined {
  const content = engine.find('signedFile', path)?.content
  return content === undefined ? undefined : Buffer.from(content, 'base64')
}

export function saveTextFile(ctx: AccountContext, path: string, text: string): void {
  saveFile(ctx, path, { content: Buffer.from(text).toString('base64') })
}

/** Signs the URL to GET a stored file. */
export const signDownload = (ctx: AccountContext, origin: string, path: string): SignedUrl =>
  signUrl(ctx, origin, path, lifetimes.downloads)

export function removeFile({ store, platform }: AccountContext, path: string): void {
  store.delete(fileKey(path))
  platform.store.delete(accountKey(path))
}

function saveFile({ store, platform, owner }: AccountContext, path: string, file: StoredFile): void {
  store.put({ ...fileKey(path), text: JSON.stringify(file) })
  platform.store.put({ ...accountKey(path), text: JSON.stringify(owner.account) })
}

function signUrl({ clock, platform }: AccountContext, origin: string, path: string, seconds: number): SignedUrl {
  const end = Math.floor(clock.now() / 1000) + seconds
  return { url: `${origin}/${path}?expires=${end}&signature=${signPath(platform, path, end)}`, expires: formatTimestamp(end * 1000) }
}

const signPath = (platform: Platform, path: string, end: number) =>
  createHmac('sha256', platform.deriveSecret('signed-files')).update(`${path}:${end}`).digest('hex')

/** @throws Failure 400, 403, 404, 413 */
const handleRequest: Address['answer'] = (platform, request) => {
  const [, path] = /^\/((?:uploads|downloads)\/.+)$/.exec(request.path) ?? []
  if (path === undefined) return undefined
  const isUpload = path.startsWith('uploads/')
  const body = request.readBody()
  if (request.method !== (isUpload ? 'PUT' : 'GET')) return undefined
  const account = platform.store.get(accountKey(path))?.text
  if (account === undefined) throw new Failure(404)
  const end = Number(request.query.get('expires'))
  if (!isSameSecret(signPath(platform, path, end), request.query.get('signature') ?? ''))
    throw new Failure(403, 'signature: is not valid for this file.')
  if (platform.clock.now() >= end * 1000) throw new Failure(403, 'expires: the URL has expired. Request a new one.')
  const { store, engine } = platform.contextFor(String(JSON.parse(account)))
  const file = engine.find('signedFile', path) ?? {}
  if (!isUpload) return { status: 200, body: Buffer.from(file.content ?? '', 'base64'), type: getMediaType(path) }
  if (body === undefined || body.length === 0) throw new Failure(400, 'The upload is empty.')
  if (file.limit !== undefined && body.length > file.limit) throw new Failure(413, `The upload must have at most ${file.limit} bytes.`)
  store.put({ ...fileKey(path), text: JSON.stringify({ ...file, content: Buffer.from(body).toString('base64') }) })
  return { status: 200 }
}

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/jsonl',
}

const getMediaType = (path: string) => types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

export const fileAddresses: readonly Address[] = [
  { prefix: '/uploads/', answer: handleRequest },
  { prefix: '/downloads/', answer: handleRequest },
]
