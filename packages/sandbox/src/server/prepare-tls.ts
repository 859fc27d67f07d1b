/** What the server shows of itself: a certificate that was given, or one that is made for this run. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { defaultHost, type StartOptions } from '../options.ts'
import { readText } from '../read-text.ts'

export interface Tls {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** The certificate that stands for it; undefined for one that was given. */
  readonly ca?: string
}

/** @throws Error naming the option or the file that is wrong */
export async function prepareTls(options: StartOptions): Promise<Tls | undefined> {
  const { tls, tlsCert, tlsKey } = options
  if (tls !== undefined && tls !== 'self-signed') throw new Error(`tls is "${String(tls)}"; it must be self-signed.`)
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new Error('tlsCert and tlsKey go together: give both files, or tls alone.')
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (tls !== undefined) throw new Error('tls makes a certificate, and tlsCert gives one: choose.')
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

function read<Value>(file: string, what: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${file} has no ${what} in PEM that can be read (${(error as Error).message}).`, { cause: error })
  }
}

/** Everything it may be called by, as far as is known at the start. */
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
