import { createHash } from 'node:crypto'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { FamilyBehavior } from '../family.ts'

const create: Behavior = (call, { engine }) => {
  const { name, public_key: line } = readBody(call)
  const key = engine.create('SshKey', { name, public_key: line, fingerprint: fingerprintOf(String(line)) })
  return { body: JSON.stringify({ ssh_key: key }) }
}

/** The name and nothing else. */
const update: Behavior = (call, world) => {
  const key = world.engine.update(openKey(call, world), { name: readBody(call)['name'] })
  return { body: JSON.stringify({ ssh_key: key }) }
}

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

export const sshKeys: FamilyBehavior = { operations: { sshKeys_create: create, sshKeys_update: update } }
