/** Serves the pages in dist. They are self-contained, so this is a static server and nothing else. */
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { notFoundPage } from './not-found-page.ts'

export interface ReferenceOptions {
  /** 0 takes any free port. Default 4040. */
  readonly port?: number
  /** Default `127.0.0.1`: only this machine. */
  readonly host?: string
  /** The folder with the pages. Default: those of this package. */
  readonly folder?: string
}

export interface ReferenceServer {
  /** Where it answers, with a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/** `/`, `/control.html` or `/control`. The folder also holds this program and the compressed copies, which are no pages. */
const pagePath = /^\/(?:[a-z0-9-]+(?:\.html)?)?(?:\?|$)/

/** The same from `src/server` and from `dist/server`. */
const ownPages = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Serves the reference until `close()` is called.
 *
 * ```ts
 * const reference = await serveReference({ port: 0 })
 * console.log(reference.url)
 * await reference.close()
 * ```
 *
 * @throws Error when the port is in use or the host is not one of this machine, or when there are no pages
 */
export async function serveReference({
  port = 4040,
  host = '127.0.0.1',
  folder = ownPages,
}: ReferenceOptions = {}): Promise<ReferenceServer> {
  if (!existsSync(`${folder}/index.html`)) throw new Error(`There are no pages in ${folder}. Run: pnpm reference`)
  const files = sirv(folder, { gzip: true, etag: true, setHeaders: setSafeHeaders, onNoMatch: answerNotFound })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end()
    if (!pagePath.test(request.url ?? '')) return answerNotFound(request, response)
    files(request, response)
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

function setSafeHeaders(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
}

function answerNotFound(_request: IncomingMessage, response: ServerResponse): void {
  setSafeHeaders(response)
  response.writeHead(404, { 'content-type': 'text/html;charset=utf-8', 'content-length': Buffer.byteLength(notFoundPage) })
  response.end(notFoundPage)
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const what: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use. Choose another one, or 0 for any that is free.`,
    EACCES: `port ${port} is not allowed for this user. Choose one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTFOUND: `${host} is not a known host name.`,
  }
  return new Error(what[error.code ?? ''] ?? error.message, { cause: error })
}
