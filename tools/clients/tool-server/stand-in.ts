/**
 * A proxy on loopback that stands in for the inference host, which the client asks by its name whatever the base URL is: it shows a
 * certificate for that name and hands everything to the platform. No other host can be reached through it.
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

export interface StandIn {
  /** What makes a client go through it, and believe it. */
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => void
}

/** Undefined where no certificate can be made, or none that the client would believe. */
export async function startStandIn(platform: string): Promise<StandIn | undefined> {
  const certificate = process.platform === 'linux' ? createCertificate() : undefined
  if (certificate === undefined) return undefined
  const { hostname, port } = new URL(platform)
  const secure = createSecureServer({ key: readFileSync(certificate.key), cert: readFileSync(certificate.file) }, (asked, answer) => {
    const headers = { ...asked.headers, host: `${hostname}:${port}` }
    const onward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    asked.pipe(onward)
  })
  const proxy = createServer((_asked, answer) => answer.writeHead(403).end())
  proxy.on('connect', ({ url }, client) => {
    if (url !== `${host}:443`) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(onward).pipe(client)
    })
    for (const end of [client, onward]) end.on('error', () => [client, onward].forEach((each) => each.destroy()))
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

/** In the home that this program has for its run only. */
function createCertificate(): { readonly key: string; readonly file: string } | undefined {
  const folder = mkdtempSync(join(homedir(), 'stand-in-'))
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
