/** Secret values are kept in their encrypted form only: nothing here needs to read them again. */
import { createHmac } from 'node:crypto'
import type { AccountContext } from '../../engine/account-context.ts'
import type { AppSpec } from './components.ts'

export interface Sealer {
  /** The encrypted form. What is one already stays as it is. */
  readonly seal: (text: string, about: string) => string
  /** Whether a text is an encrypted form that this app does not have. */
  readonly isForeign: (value: string | undefined) => boolean
}

const sealedPattern = /EV\[1:[^\]]*\]/g

/** @param known the specifications the app has or had; what is sealed in them may be sent back */
export function createSealer({ platform }: AccountContext, known: readonly AppSpec[]): Sealer {
  const knownSecrets = new Set(known.flatMap((spec) => JSON.stringify(spec).match(sealedPattern) ?? []))
  const key = platform.worldSecret('app-secrets')
  return {
    // The same value under the same name has the same form, so that nothing seems changed where nothing was.
    seal: (text, about) => {
      if (knownSecrets.has(text)) return text
      const nonce = hmac(key, `nonce:${about}:${text}`, 24)
      return `EV[1:${nonce.toString('base64')}:${hmac(key, `text:${about}:${text}`, Buffer.byteLength(text) + 16).toString('base64')}]`
    },
    isForeign: (value = '') => value.startsWith('EV[') && !knownSecrets.has(value),
  }
}

function hmac(key: string, text: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) => createHmac('sha256', key).update(`${n}:${text}`).digest())
  return Buffer.concat(blocks).subarray(0, length)
}
