/** Files with signed upload and download URLs. A signed URL needs no token, names the account and expires. */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../auth/hash-secret.ts'
import type { Address, AddressRequest } from '../engine/address.ts'
import { Failure } from '../engine/failure.ts'
import { keyOf } from '../engine/kinds.ts'
import type { Platform, AccountContext } from '../engine/account-context.ts'
import { scheduleAfter } from './schedule-job.ts'
import { formatTimestamp } from './format-timestamp.ts'

declare module '../engine/kinds.ts' {
  interface InternalKinds {
    upload: Upload
  }
}

interface Upload {
  /** Base64; undefined until the file was uploaded. */
  readonly content?: string
  /** Maximum size in bytes. */
  readonly limit: number
}

const uploadUrlSeconds = 900
const downloadUrlSeconds = 3600
/** Time until an upload is deleted. */
const uploadSeconds = 24 * 3600

export interface SignedUrl {
  readonly url: string
  readonly expires: string
}

/** Reserves the path of an upload and signs the URL to PUT it. */
export function reserveUpload(ctx: AccountContext, origin: string, name: string, size: number): SignedUrl & { readonly path: string } {
  const path = `uploads/${ctx.ids.uuid('Upload')}/${name.replaceAll(/[^\w.-]+/g, '_')}`
  saveUpload(ctx, path, { limit: size })
  scheduleAfter(ctx, uploadSeconds, 'uploads.delete', { path })
  return { path, ...signUrl(ctx, origin, path, uploadUrlSeconds) }
}

/** Finds an uploaded file; undefined if nothing was uploaded. */
export function findUpload({ engine }: AccountContext, path: string): Uint8Array | undefined {
  const content = engine.find('upload', path)?.content
  return content === undefined ? undefined : Buffer.from(content, 'base64')
}

export const deleteUpload = ({ path }: { readonly path: string }, { store }: AccountContext) => store.delete(keyOf('upload', path))

function saveUpload({ store }: AccountContext, path: string, upload: Upload): void {
  store.put({ ...keyOf('upload', path), text: JSON.stringify(upload) })
}

function signUrl({ clock, platform, owner }: AccountContext, origin: string, path: string, seconds: number): SignedUrl {
  const end = Math.floor(clock.now() / 1000) + seconds
  const query = new URLSearchParams({ account: owner.account, expires: String(end) })
  query.set('signature', signPath(platform, path, query))
  return { url: `${origin}/${path}?${query}`, expires: formatTimestamp(end * 1000) }
}

const signPath = (platform: Platform, path: string, query: URLSearchParams) =>
  createHmac('sha256', platform.deriveSecret('signed-files'))
    .update(`${path}:${query.get('account')}:${query.get('expires')}`)
    .digest('hex')

/** @throws Failure 403 */
function openAccount(platform: Platform, path: string, { query }: AddressRequest): AccountContext {
  if (!isSameSecret(signPath(platform, path, query), query.get('signature') ?? ''))
    throw new Failure(403, 'signature: is not valid for this file.')
  if (platform.clock.now() >= Number(query.get('expires')) * 1000)
    throw new Failure(403, 'expires: the URL has expired. Request a new one.')
  return platform.contextFor(query.get('account') ?? '')
}

export const uploadAddress: Address = {
  prefix: '/uploads/',
  /** @throws Failure 400, 403, 404, 413 */
  respond: (platform, request) => {
    const body = request.readBody()
    if (request.method !== 'PUT') return undefined
    const path = request.path.slice(1)
    const ctx = openAccount(platform, path, request)
    const upload = ctx.engine.find('upload', path)
    if (!upload) throw new Failure(404)
    if (body === undefined || body.length === 0) throw new Failure(400, 'The upload is empty.')
    if (body.length > upload.limit) throw new Failure(413, `The upload must have at most ${upload.limit} bytes.`)
    saveUpload(ctx, path, { ...upload, content: Buffer.from(body).toString('base64') })
    return { status: 200 }
  },
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json', jsonl: 'application/jsonl' } as const

export interface Downloads {
  readonly address: Address
  /** Signs the URL of a file that exists. */
  readonly sign: (ctx: AccountContext, origin: string, id: string) => { readonly download_url: string; readonly expires_at: string }
}

/** Creates the downloads of one folder. @param format returns the content of a file, undefined if it does not exist */
export function createDownloads(
  folder: string,
  extension: keyof typeof mediaTypes,
  format: (ctx: AccountContext, id: string) => string | undefined,
  urlSeconds = downloadUrlSeconds,
): Downloads {
  const prefix = `downloads/${folder}/`
  return {
    sign: (ctx, origin, id) => {
      const { url, expires } = signUrl(ctx, origin, `${prefix}${id}.${extension}`, urlSeconds)
      return { download_url: url, expires_at: expires }
    },
    address: {
      prefix: `/${prefix}`,
      /** @throws Failure 403, 404 */
      respond: (platform, request) => {
        if (request.method !== 'GET') return undefined
        const path = request.path.slice(1)
        const text = format(openAccount(platform, path, request), path.slice(prefix.length, -extension.length - 1))
        if (text === undefined) throw new Failure(404)
        return { status: 200, body: Buffer.from(text), type: mediaTypes[extension] }
      },
    },
  }
}
