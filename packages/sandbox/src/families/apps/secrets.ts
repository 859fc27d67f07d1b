/** Encrypted form of secrets. Only this form is stored; the sandbox never decrypts it. */
import { createHmac } from 'node:crypto'
import type { AccountContext } from '../../engine/account-context.ts'
import type { AppSpec } from './components.ts'

export interface Encryptor {
  /** Returns the encrypted form; an encrypted form of this app stays unchanged. */
  readonly encrypt: (text: string, about: string) => string
  /** True for an encrypted form that this app does not have. */
  readonly isForeign: (value: string | undefined) => boolean
}

const sealedPattern = /EV\[1:[^\]]*\]/g

/** @param known current and earlier specs of the app, whose encrypted forms are accepted */
export function createEncryptor({ platform }: AccountContext, known: readonly AppSpec[]): Encryptor {
  const knownSecrets = new Set(known.flatMap((spec) => JSON.stringify(spec).match(sealedPattern) ?? []))
  const key = platform.worldSecret('app-secrets')
  return {
    // Equal values of one name have an equal form, so an unchanged spec stays equal.
    encrypt: (text, about) => {
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
