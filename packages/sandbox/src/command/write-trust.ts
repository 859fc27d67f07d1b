/** CA file and environment variables that make the programs of a command trust a generated certificate. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { Environment } from '../control/client-variables.ts'

/** Variables of Node, OpenSSL and Go, Python requests, and curl. All but the first replace the trusted certificates of the program. */
const trustVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

/** @param ca PEM */
export function writeTrust(ca: string): { readonly environment: Environment; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-sandbox-'))
  const file = join(folder, 'ca.pem')
  return { environment: writeTrustFile(ca, file), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Writes the certificate and those that Node trusts to a file that stays. @param ca PEM */
export function writeTrustFile(ca: string, file: string): Environment {
  writeFileSync(file, [ca.trim(), ...rootCertificates, ''].join('\n'))
  return Object.fromEntries(trustVariables.map((name) => [name, file]))
}
