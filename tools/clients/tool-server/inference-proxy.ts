/**
 * A proxy on loopback for the inference host, whose name is fixed in the tool server. It has a certificate for that name and forwards all requests
 * to the platform. It rejects all other hosts.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'

const host = 'inference.do-ai.run'

export interface InferenceProxy {
  /** Variables that make a client use the proxy and trust its certificate. */
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => void
}

/** @returns undefined where no certificate can be created, or the client would not trust it */
export async function startInferenceProxy(platform: string): Promise<InferenceProxy | undefined> {
  const certificate = process.platform === 'linux' ? createCertificate() : undefined
  if (certificate === undefined) return undefined
  const { hostname, port } = new URL(platform)
  const secure = createSecureServer({ key: readFileSync(certificate.key), cert: readFileSync(certificate.file) }, (incoming, response) => {
    const headers = { ...incoming.headers, host: `${hostname}:${port}` }
    const upstream = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    incoming.pipe(upstream)
  })
  const proxy = createServer((_incoming, response) => response.writeHead(403).end())
  proxy.on('connect', ({ url }, client) => {
    if (url !== `${host}:443`) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const upstream = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    for (const end of [client, upstream]) end.on('error', () => [client, upstream].forEach((each) => each.destroy()))
  })
  for (const server of [secure, proxy]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  return {
    environment: { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, SSL_CERT_FILE: certificate.file },
    close: () => {
      for (const server of [proxy, secure]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

/** Creates a certificate in the temporary home folder. @returns undefined without `openssl` */
function createCertificate(): { readonly key: string; readonly file: string } | undefined {
  const folder = mkdtempSync(join(homedir(), 'inference-proxy-'))
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  try {
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', file], { stdio: 'ignore' })
    return { key, file }
  } catch {
    return undefined
  }
}
