/** Addresses that hold a signature and work for some minutes. They lead to this sandbox, which keeps no lines of log and no shells. */
import { createHmac } from 'node:crypto'
import type { Call } from '../../engine/call.ts'
import type { World } from '../../engine/world.ts'
import { digest } from './digest.ts'

const secondsValid = 900

export function signAddress(
  { origin }: Call,
  { platform, clock }: World,
  kind: 'archive' | 'live' | 'exec',
  ...about: readonly string[]
): string {
  const path = kind === 'exec' ? '/apps/exec' : `/apps/logs/${kind}`
  const expires = Math.floor(clock.now() / 1000) + secondsValid
  const target = `${path}/${digest(kind, ...about).slice(0, 24)}?expires=${expires}`
  const signature = createHmac('sha256', platform.secret('app-addresses')).update(target).digest('hex').slice(0, 32)
  return `${kind === 'exec' ? origin.replace(/^http/, 'ws') : origin}${target}&sig=${signature}`
}
