import { createHash } from 'node:crypto'
import { unprocessable } from '../../engine/failure.ts'
import type { Call } from '../../engine/call.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** Returns the MD5 fingerprint of the key's bytes, as sixteen hexadecimal pairs. @throws Failure 422 if the line contains no key */
function fingerprintOf(line: string): string {
  const [kind = '', encoded = ''] = line.trim().split(/\s+/)
  const bytes = Buffer.from(encoded, 'base64')
  // The key starts with its type, a string with its length in front (RFC 4253, section 6.6).
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0
  if (bytes.subarray(4, 4 + length).toString('latin1') !== kind) throw unprocessable('public_key: is not a public key in OpenSSH form')
  const digest = createHash('md5').update(bytes).digest('hex')
  return digest.replaceAll(/(..)(?=.)/g, '$1:')
}

export const hooks: HooksByKind = {
  SshKey: {
    parseCreate: ({ body }: Call<'sshKeys_create'>) => ({ fields: { ...body, fingerprint: fingerprintOf(body.public_key) } }),
    /** Only the name can be changed. */
    parseUpdate: ({ body: { name } }: Call<'sshKeys_update'>) => ({ fields: { name } }),
  },
}
