/**
 * Files of batches, and presigned URLs that open them without a key. URLs are not stored: a signature proves them, and they expire.
 * The platform stores the account of each file, because requests to a presigned URL have no token.
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../auth/hash-secret.ts'
import { Failure } from '../../engine/failure.ts'
import type { Platform, AccountContext } from '../../engine/account-context.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    InferenceBatchFile: FileContent
  }
}

type Use = 'upload' | 'download'

/** Validity of a presigned URL, in seconds. */
const lifetimeSeconds = { upload: 3600, download: 6 * 3600 } as const satisfies Record<Use, number>

export interface SignedAddress {
  readonly url: string
  readonly expires: string
}

export function signAddress({ clock, platform }: AccountContext, origin: string, id: string, use: Use): SignedAddress {
  const expiresAt = Math.floor(clock.now() / 1000) + lifetimeSeconds[use]
  const signature = sign(platform, id, use, expiresAt)
  return {
    url: `${origin}/v1/batches/files/${id}/content?signature=${signature}`,
    expires: formatTimestamp(expiresAt * 1000),
  }
}

/** Returns the expiry time and an HMAC over it: 32 hexadecimal digits. */
function sign(platform: Platform, id: string, use: Use, expiresAt: number): string {
  const proof = createHmac('sha256', platform.worldSecret('batch-files')).update(`${use}:${id}:${expiresAt}`).digest('hex')
  return `${expiresAt.toString(16).padStart(8, '0')}${proof.slice(0, 24)}`
}

/** Returns the account of the file. @throws Failure 404, or 403 when the signature is invalid or expired */
export function requireFileAccount(platform: Platform, id: string, signature: string, use: Use): AccountContext {
  const account = platform.store.get({ kind: 'batchFileAccount', id })?.text
  if (account === undefined) throw new Failure(404)
  const expiresAt = Number.parseInt(signature.slice(0, 8), 16)
  if (!isSameSecret(sign(platform, id, use, Number.isNaN(expiresAt) ? 0 : expiresAt), signature))
    throw new Failure(403, 'signature: is not valid for this file.')
  if (platform.clock.now() >= expiresAt * 1000) throw new Failure(403, 'signature: the URL has expired. Request a new one.')
  return platform.contextFor(String(JSON.parse(account)))
}

/** Creates a file of the platform, or one that waits for its upload when `content` is undefined. */
export function createFile(ctx: AccountContext, name: string, content?: string): string {
  const { file_id: id } = ctx.engine.create('InferenceBatchFile', { upload_url: '', expires_at: null }, { hidden: { name, content } })
  ctx.platform.store.put({ kind: 'batchFileAccount', id, text: JSON.stringify(ctx.owner.account) })
  return id
}

export interface FileContent {
  readonly name: string
  /** Undefined until the upload. */
  readonly content?: string
}
