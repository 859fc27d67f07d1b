/**
 * Creates valid X.509 certificates from a seed. Ed25519 signatures are deterministic, so the same seed gives the same certificates.
 * Supports what a private authority and its clients need (RFC 5280, RFC 8410).
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

export interface Identity {
  /** PEM. */
  readonly certificate: string
  /** PEM, PKCS #8. */
  readonly key: string
}

export interface CertificateRequest {
  /** Common name. */
  readonly name: string
  /** 64 hexadecimal digits, unique for each key. */
  readonly seed: string
  /** Start of the validity, in milliseconds since 1970. */
  readonly from: number
  readonly years: number
}

export interface Authority extends Identity {
  readonly name: string
}

/** Creates a self-signed certificate of an authority. */
export function createAuthority(request: CertificateRequest): Authority {
  const key = keyOf(request.seed)
  return { name: request.name, ...issueCertificate(request, key, { name: request.name, key }, true) }
}

/** Creates the certificate of a client or a host, signed by `authority`. */
export function createIdentity(authority: Authority, request: CertificateRequest): Identity {
  return issueCertificate(request, keyOf(request.seed), { name: authority.name, key: createPrivateKey(authority.key) }, false)
}

interface Issuer {
  readonly name: string
  readonly key: KeyObject
}

function issueCertificate(request: CertificateRequest, key: KeyObject, issuer: Issuer, isAuthority: boolean): Identity {
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from(request.seed.slice(0, 32), 'hex')),
    ed25519,
    commonName(issuer.name),
    sequence(time(request.from), time(addYears(request.from, request.years))),
    commonName(request.name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(basicConstraints(isAuthority))),
  )
  const signature = element(0x03, Buffer.from([0]), sign(null, body, issuer.key))
  const pem = sequence(body, ed25519, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${pem}-----END CERTIFICATE-----\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** PKCS #8 header before the 32 bytes of an Ed25519 key. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(seed: string): KeyObject {
  return createPrivateKey({ key: Buffer.concat([keyHead, Buffer.from(seed, 'hex')]), format: 'der', type: 'pkcs8' })
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => element(0x30, ...parts)
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const ed25519 = sequence(identifier('2b6570'))

/** Encodes a positive integer: with a leading zero byte if the first bit is set, and without needless ones. */
function integer(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const significant = start === -1 ? Buffer.from([0]) : bytes.subarray(start)
  return element(0x02, ((significant[0] ?? 0) & 0x80) === 0 ? significant : Buffer.concat([Buffer.from([0]), significant]))
}

function commonName(name: string): Buffer {
  return sequence(element(0x31, sequence(identifier('550403'), element(0x0c, Buffer.from(name, 'utf8')))))
}

function basicConstraints(isAuthority: boolean): Buffer {
  const trueElement = element(0x01, Buffer.from([0xff]))
  return sequence(identifier('551d13'), trueElement, element(0x04, sequence(...(isAuthority ? [trueElement] : []))))
}

/** Encodes a time, with a two-digit year until 2049 and a four-digit year after that. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
  const isShort = digits < '2050'
  return element(isShort ? 0x17 : 0x18, Buffer.from(`${isShort ? digits.slice(2) : digits}Z`, 'latin1'))
}

function addYears(at: number, years: number): number {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}
