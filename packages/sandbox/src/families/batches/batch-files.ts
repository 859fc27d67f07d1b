/**
 * Files of batches, and the addresses that open them without a key. An address is signed: nothing of it is kept, and it ends by
 * itself. Files are the account's; which account's, the platform remembers, since whoever uses an address shows no key.
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

/** Seconds that an address works. */
const lifetimeSeconds = { upload: 3600, download: 6 * 3600 } as const satisfies Record<Use, number>

export interface SignedAddress {
  readonly url: string
  readonly expires: string
}

export function signAddress({ clock, platform }: AccountContext, origin: string, id: string, use: Use): SignedAddress {
  const end = Math.floor(clock.now() / 1000) + lifetimeSeconds[use]
  const signature = sign(platform, id, use, end)
  return {
    url: `${origin}/v1/batches/files/${id}/content?signature=${signature}`,
    expires: formatTimestamp(end * 1000),
  }
}

/** The end of its life, and a proof that the platform gave it out: 32 hexadecimal digits. */
function sign(platform: Platform, id: string, use: Use, end: number): string {
  const proof = createHmac('sha256', platform.worldSecret('batch-files')).update(`${use}:${id}:${end}`).digest('hex')
  return `${end.toString(16).padStart(8, '0')}${proof.slice(0, 24)}`
}

/** The account whose file it is. @throws Failure 403 when the address is wrong or too old, 404 */
export function requireFileAccount(platform: Platform, id: string, signature: string, use: Use): AccountContext {
  const account = platform.store.get({ kind: 'batchFileAccount', id })?.text
  if (account === undefined) throw new Failure(404)
  const end = Number.parseInt(signature.slice(0, 8), 16)
  if (!isSameSecret(sign(platform, id, use, Number.isNaN(end) ? 0 : end), signature))
    throw new Failure(403, 'signature: is not valid for this file.')
  if (platform.clock.now() >= end * 1000) throw new Failure(403, 'signature: is too old. Ask for a new address.')
  return platform.contextFor(String(JSON.parse(account)))
}

/** A file that the platform fills, or that waits for its upload. */
export function createFile(ctx: AccountContext, name: string, content?: string): string {
  const { file_id: id } = ctx.engine.add('InferenceBatchFile', { upload_url: '', expires_at: null }, { hidden: { name, content } })
  ctx.platform.store.put({ kind: 'batchFileAccount', id, text: JSON.stringify(ctx.owner.account) })
  return id
}

export interface FileContent {
  readonly name: string
  /** Undefined until it was uploaded. */
  readonly content?: string
}
