/**
 * Values are kept encrypted. The key follows from the seed, which is in the state file too: this keeps values out of what is searched, shown and
 * copied, not from whoever has the whole file.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Platform } from '../../engine/account-context.ts'

export type Values = Readonly<Record<string, string>>

const method = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = ({ worldSecret }: Platform) => Buffer.from(worldSecret('secret-values'), 'hex')

/** @param about whose values they are: sealed ones cannot be put in another's place */
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
  // As `seal` was given it.
  return JSON.parse(text) as Values
}
