/** Serves the site in dist, compressed and with a strict content security policy. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import sirv from 'sirv'
import type { AnswerMcp } from './answer-mcp.ts'
import { readNotFoundPage } from './not-found-page.ts'
import { ownPages } from './own-pages.ts'
import { version } from './version.ts'

export interface ReferenceOptions {
  /** Port to listen on; 0 for any free port. Default 4040. */
  readonly port?: number
  /** Address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string
  /** Folder with the pages. Default: the pages of this package. */
  readonly folder?: string
  /** URL of the sandbox on this machine to which "Try it" sends requests. Default: the URL in the specification. */
  readonly sandboxUrl?: string
}

export interface ReferenceServer {
  /** URL of the server, with a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the reference until `close()` is called.
 *
 * ```ts
 * const reference = await serveReference({ port: 0 })
 * console.log(reference.url)
 * await reference.close()
 * ```
 *
 * @throws Error if the port is in use, the host is not an address of this machine, or the folder has no pages
 */
export async function serveReference({
  port = 4040,
  host = '127.0.0.1',
  folder = ownPages,
  sandboxUrl,
}: ReferenceOptions = {}): Promise<ReferenceServer> {
  if (!existsSync(`${folder}/index.html`)) throw new Error(`There are no pages in ${folder}. Run: pnpm reference`)
  const immutable = listImmutable(folder)
  const notFoundPage = readNotFoundPage(folder, '/')
  const files = sirv(folder, {
    etag: true,
    extensions: ['html'],
    setHeaders: (response) => {
      setHeaders(response, immutable)
      if (sandboxUrl !== undefined) response.setHeader('x-sandbox-url', sandboxUrl)
    },
    onNoMatch: (_request, response) => sendNotFound(response, notFoundPage),
  })
  const compress = compression() as (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  let answerMcp: Promise<AnswerMcp> | undefined
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/mcp') {
      // Loaded on the first request, because the SDK is large.
      answerMcp ??= import('./answer-mcp.ts').then(({ createMcpAnswer }) => createMcpAnswer(folder, version))
      return void answerMcp.then((handler) => handler(request, response)).catch(() => response.destroy())
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end()
    compress(request, response, () => files(request, response))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const { address, port: boundPort, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** Headers of all responses. Pages are revalidated each time, and may send requests to a local sandbox. */
const headers: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Returns the versioned asset URLs, whose content never changes. */
function listImmutable(folder: string): ReadonlySet<string> {
  const assets = `${folder}/assets`
  if (!existsSync(assets)) return new Set()
  return new Set(
    readdirSync(assets).map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(`${assets}/${name}`))
        .digest('hex')
        .slice(0, 8)
      return `/assets/${name}?v=${hash}`
    }),
  )
}

function setHeaders(response: ServerResponse, immutable?: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (immutable?.has(response.req.url ?? '')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
}

function sendNotFound(response: ServerResponse, page: string): void {
  setHeaders(response)
  response.setHeader('cache-control', 'no-cache')
  response.writeHead(404, { 'content-type': 'text/html;charset=utf-8', 'content-length': Buffer.byteLength(page) })
  response.end(page)
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Choose another with --port, or 0 for any that is free.`,
    EACCES: `Port ${port} needs privileges that this user does not have. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Use one with --host.`,
    ENOTFOUND: `The host name ${host} cannot be resolved. Use an address of this machine with --host.`,
  }
  return new Error(messages[error.code ?? ''] ?? error.message, { cause: error })
}
