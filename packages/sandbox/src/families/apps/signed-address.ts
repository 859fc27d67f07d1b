/** Signed URLs of logs and shells that expire after some minutes. The sandbox has no log lines and no shells. */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../auth/hash-secret.ts'
import type { Address } from '../../engine/address.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { Failure } from '../../engine/failure.ts'
import type { Platform, AccountContext } from '../../engine/account-context.ts'
import { hashParts } from './hashed-values.ts'

const secondsValid = 900

type Origin = Pick<UntypedCall, 'origin'>

export function signAddress(
  { origin }: Origin,
  { platform, clock }: AccountContext,
  kind: 'archive' | 'exec',
  ...about: readonly string[]
): string {
  const path = kind === 'exec' ? '/apps/exec' : `/apps/logs/${kind}`
  const expires = Math.floor(clock.now() / 1000) + secondsValid
  const target = `${path}/${hashParts(kind, ...about).slice(0, 24)}?expires=${expires}`
  return `${kind === 'exec' ? origin.replace(/^http/, 'ws') : origin}${target}&sig=${sign(platform, target)}`
}

const sign = (platform: Platform, target: string) =>
  createHmac('sha256', platform.deriveSecret('app-addresses')).update(target).digest('hex').slice(0, 32)

/** Serves a signed log URL, without a token. @throws Failure 403 when the signature is invalid or expired */
export const handleLogAddress: Address['respond'] = (platform, { method, url }) => {
  if (method !== 'GET') return undefined
  const [target = '', signature = ''] = url.split('&sig=')
  const expires = Number(/\?expires=(\d+)$/.exec(target)?.[1] ?? 0)
  if (!isSameSecret(sign(platform, target), signature) || expires * 1000 <= platform.clock.now())
    throw new Failure(403, 'This URL is invalid or has expired. Request the logs again.')
  return { status: 200, type: 'text/plain; charset=utf-8', body: 'The sandbox runs no programs, so this log is empty.\n' }
}
