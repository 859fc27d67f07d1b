/** Creates a certificate for this run and the authority that signs it. The key of the authority is discarded, so it cannot sign anything else. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import forge from 'node-forge'
import type { Tls } from './prepare-tls.ts'

const day = 86_400_000
/** Longest lifetime that browsers accept. */
const lifetime = 397 * day

/** @param names host names, also with `*.` in front, and addresses @param now milliseconds since 1970, as clients have it */
export function createCertificate(names: readonly string[], now: number): Tls & { readonly ca: string } {
  const [authority, own] = [createKeys(), createKeys()]
  const issuer = [{ name: 'commonName', value: `Spindrift sandbox ${randomBytes(4).toString('hex')}` }]
  const ca = buildCertificate(authority.publicKey, issuer, issuer, now, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  const certificate = buildCertificate(own.publicKey, [{ name: 'commonName', value: 'Spindrift sandbox' }], issuer, now, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })) },
    { name: 'authorityKeyIdentifier', keyIdentifier: ca.generateSubjectKeyIdentifier().getBytes() },
  ])
  for (const each of [ca, certificate]) each.sign(authority.privateKey, forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate), key: own.pem, ca: forge.pki.certificateToPem(ca) }
}

function createKeys() {
  const { privateKey: pem, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { pem, privateKey: forge.pki.privateKeyFromPem(pem), publicKey: forge.pki.publicKeyFromPem(publicKey) }
}

type Names = forge.pki.CertificateField[]

function buildCertificate(
  publicKey: forge.pki.PublicKey,
  subject: Names,
  issuer: Names,
  now: number,
  extensions: object[],
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  // The leading 01 keeps the number positive.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  // The clock of a client may be behind.
  certificate.validity.notBefore = new Date(now - day)
  certificate.validity.notAfter = new Date(now - day + lifetime)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  return certificate
}
