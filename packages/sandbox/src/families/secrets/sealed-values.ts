/**
 * Encrypts secret values. The key is derived from the seed, which is in the state file too: it keeps values out of searches, logs and
 * copies, but does not protect them from a person who has the whole file.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Platform } from '../../engine/account-context.ts'

export type Values = Readonly<Record<string, string>>

const method = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = ({ worldSecret }: Platform) => Buffer.from(worldSecret('secret-values'), 'hex')

/** @param about owner of the values: encrypted values cannot be moved to another secret */
export function seal(platform: Platform, about: string, values: Values): string {
  const key = keyOf(platform)
  const text = JSON.stringify(values)
  const nonce = createHmac('sha256', key).update(`${about}:${text}`).digest().subarray(0, nonceBytes)
  const cipher = createCipheriv(method, key, nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function unseal(platform: Platform, about: string, sealed: string): Values {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(method, keyOf(platform), bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  // Must equal the argument of `seal`.
  return JSON.parse(text) as Values
}
