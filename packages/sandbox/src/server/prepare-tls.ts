/** Loads the certificate of the server from files, or creates one for this run. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { defaultHost, type StartOptions } from '../options.ts'
import { readText } from '../read-text.ts'

export interface Tls {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** Certificate of the authority; undefined for a certificate from files. */
  readonly ca?: string
}

/** @throws Error naming the invalid option or file */
export async function prepareTls(options: StartOptions): Promise<Tls | undefined> {
  const { tls, tlsCert, tlsKey } = options
  if (tls !== undefined && tls !== 'self-signed') throw new Error(`tls is "${String(tls)}"; it must be self-signed.`)
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new Error('tlsCert and tlsKey need each other: set both, or set tls alone.')
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (tls !== undefined) throw new Error('tls and tlsCert cannot be combined: tls creates a certificate, tlsCert loads one.')
    return parsePair(tlsCert, tlsKey)
  }
  if (tls === undefined) return undefined
  const { createCertificate } = await import('./create-certificate.ts')
  return createCertificate(listNames(options), Date.now())
}

function parsePair(certFile: string, keyFile: string): Tls {
  const [cert, key] = [certFile, keyFile].map((file) => readText(file)) as [string, string]
  const certificate = read(certFile, 'certificate', () => new X509Certificate(cert))
  const own = read(keyFile, 'private key', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(own)) throw new Error(`${keyFile} is not the key of the certificate in ${certFile}.`)
  return { cert, key }
}

function read<Value>(file: string, label: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${file} has no valid ${label} in PEM (${(error as Error).message}).`, { cause: error })
  }
}

/** Lists the host names and addresses that clients may use, as far as they are known at startup. */
function listNames({ host = defaultHost, allowedHosts = [], baseUrl }: StartOptions): readonly string[] {
  const isAll = host === '0.0.0.0' || host === '::'
  const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
  const names = [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(isAll ? [hostname(), ...addresses] : [host]),
    ...allowedHosts.map((name) => (name.startsWith('.') ? `*${name}` : name)),
    ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replaceAll(/[[\]]/g, '')]),
  ]
  return [...new Set(names)]
}
