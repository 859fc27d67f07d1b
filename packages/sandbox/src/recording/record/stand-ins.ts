/** Makes what stands in the place of a private value: another for each, the same for the same, of a form that the platform takes where the original stood. */
import { createHash, randomBytes } from 'node:crypto'
import { type Count, maskIpv4, maskIpv6 } from './mask-address.ts'

export interface StandIns {
  readonly uuid: (original: string) => string
  /** As many digits as it had. */
  readonly number: (original: string) => string
  readonly ipv4: (original: string) => string
  readonly ipv6: (original: string) => string
  readonly domain: (original: string) => string
  readonly email: (original: string) => string
  /** As long as it was, with the beginning by which the platform knows its kind. */
  readonly token: (original: string) => string
  readonly secret: (original: string) => string
  readonly name: (original: string) => string
  readonly text: (original: string) => string
  readonly pem: (original: string) => string
  readonly sshKey: (original: string) => string
  readonly fingerprint: (original: string) => string
}

const tokenPrefix = /^(dop_v1_|doo_v1_|dor_v1_|sk-do-v1-|sk-do-|sk-|DO(?=[0-9A-Z]{18}$))/

export function createStandIns(key: Uint8Array = randomBytes(16)): StandIns {
  const numbers = new Map<string, Map<string, number>>()
  const count: Count = (kind, original) => {
    let own = numbers.get(kind)
    if (!own) numbers.set(kind, (own = new Map()))
    const before = own.get(original)
    if (before !== undefined) return before
    own.set(original, own.size + 1)
    return own.size
  }
  const fingerprints = new Map<string, string>()
  return {
    uuid: (original) => `00000000-0000-4000-8000-${String(count('uuid', original.toLowerCase())).padStart(12, '0')}`,
    number: (original) => {
      const n = count(`number ${original.length}`, original)
      return original.length < 3 ? original : `${9 * 10 ** (original.length - 1) + n}`
    },
    ipv4: (original) => maskIpv4(original, key, count),
    ipv6: (original) => maskIpv6(original, count),
    domain: (original) => `domain-${count('domain', original.toLowerCase())}.example`,
    email: (original) => `person-${count('email', original.toLowerCase())}@domain.example`,
    token: (original) => {
      const prefix = tokenPrefix.exec(original)?.[0] ?? ''
      const n = count('token', original)
      const digits = /^[0-9a-f]+$/.test(original.slice(prefix.length)) ? n.toString(16) : `masked${n}`
      return prefix + digits.padStart(original.length - prefix.length, '0')
    },
    secret: (original) => `masked-secret-${count('secret', original)}`.padEnd(Math.min(original.length, 64), 'x'),
    name: (original) => {
      const n = count('name', original)
      if (/^[A-Z0-9_]*[A-Z][A-Z0-9_]*$/.test(original)) return `NAME_${n}`
      return original.includes('_') && !original.includes('-') ? `name_${n}` : `name-${n}`
    },
    text: (original) => `Text ${count('text', original)}.`,
    pem: (original) => {
      const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(original)?.[1] ?? 'CERTIFICATE'
      const body = Buffer.from(`masked ${count('pem', original)}`).toString('base64')
      return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`
    },
    sshKey: (original) => {
      const blob = original.split(/\s+/)[1] ?? ''
      const made = makeSshKey(count('ssh key', blob))
      fingerprints.set(fingerprintOf(blob), fingerprintOf(made))
      return `ssh-ed25519 ${made}`
    },
    fingerprint: (original) => {
      const known = fingerprints.get(original)
      if (known !== undefined) return known
      const digest = createHash('sha256')
        .update(`fingerprint ${count('fingerprint', original)}`)
        .digest('hex')
      if (original.startsWith('SHA256:')) return `SHA256:${digest.slice(0, 43)}`
      return (digest.match(/../g) ?? []).slice(0, original.split(':').length).join(':')
    },
  }
}

/** A public key that parses, to which nobody has the private one. */
function makeSshKey(n: number): string {
  const head = Buffer.from('\0\0\0\u{b}ssh-ed25519\0\0\0 ', 'latin1')
  return Buffer.concat([head, createHash('sha256').update(`masked key ${n}`).digest()]).toString('base64')
}

function fingerprintOf(blob: string): string {
  const digest = createHash('md5').update(Buffer.from(blob, 'base64')).digest('hex')
  return digest.replace(/..(?=.)/g, '$&:')
}
