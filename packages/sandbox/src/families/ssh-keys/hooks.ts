import { createHash } from 'node:crypto'
import { unprocessable } from '../../engine/failure.ts'
import type { Operations } from '../../generated/types.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** The MD5 of the key's bytes, as sixteen hexadecimal pairs. @throws Failure 422 when the line holds no key */
function fingerprintOf(line: string): string {
  const [kind = '', encoded = ''] = line.trim().split(/\s+/)
  const bytes = Buffer.from(encoded, 'base64')
  // The key begins with its own kind, as a text with its length before it (RFC 4253, section 6.6).
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0
  if (bytes.subarray(4, 4 + length).toString('latin1') !== kind) throw unprocessable('public_key: is not a public key in OpenSSH form')
  const digest = createHash('md5').update(bytes).digest('hex')
  return digest.replaceAll(/(..)(?=.)/g, '$1:')
}

export const hooks: HooksByKind = {
  SshKey: {
    /** The name and nothing else can be changed. */
    reading: ({ name, ...body }: Operations['sshKeys_create' | 'sshKeys_update']['body']) =>
      'public_key' in body ? { name, ...body, fingerprint: fingerprintOf(body.public_key) } : { name },
  },
}
