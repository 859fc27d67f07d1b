/** Custom certificates: parses an uploaded certificate, its key and its chain. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'

type Upload = Exclude<Operations['certificates_create']['body'], { type: 'lets_encrypt' }>
type CertificateFields = Pick<Kinds['Certificate'], 'not_after' | 'sha1_fingerprint' | 'dns_names'>

/** @throws Failure 422 for an invalid certificate or key, a key that does not match, or an expired certificate */
export function parseCustomCertificate(body: Upload, now: number): CertificateFields {
  const leaf = parseCertificate(body.leaf_certificate, 'leaf_certificate')
  if (!leaf.checkPrivateKey(parseKey(body.private_key))) throw unprocessable('private_key: does not belong to leaf_certificate.')
  const expiresAt = Date.parse(leaf.validTo)
  if (expiresAt <= now) throw unprocessable(`leaf_certificate: has expired (${leaf.validTo}).`)
  if (body.certificate_chain?.trim()) checkChain(body.certificate_chain)
  return {
    not_after: formatTimestamp(expiresAt),
    sha1_fingerprint: leaf.fingerprint.replaceAll(':', '').toLowerCase(),
    dns_names: listNames(leaf),
  }
}

function parseCertificate(text: string, field: string): X509Certificate {
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(text)
  } catch {
    // Reported below.
  }
  throw unprocessable(`${field}: is not a certificate in PEM form.`)
}

function parseKey(text: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    throw unprocessable('private_key: is not a private key in PEM form without a passphrase.')
  }
}

function checkChain(chain: string): void {
  const blocks = chain.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? ['']
  for (const block of blocks) parseCertificate(block, 'certificate_chain')
}

/** Returns the DNS names of the certificate, or else the common name of its subject. */
function listNames({ subject, subjectAltName }: X509Certificate): string[] {
  const names = [...(subjectAltName ?? '').matchAll(/DNS:([^,\s"]+)/g)].flatMap(([, name]) => name ?? [])
  const [, common] = /^CN=(.+)$/m.exec(subject) ?? []
  return names.length === 0 && common !== undefined ? [common] : names
}
