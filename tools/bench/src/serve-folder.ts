/** Serves the files of a folder compressed, without a content security policy, which the other pages do not support. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

export async function serveFolder(folder: string, names: readonly string[]): Promise<{ readonly url: string; close(): Promise<void> }> {
  const files = new Map(names.map((name) => [`/${name}`, gzipSync(readFileSync(join(folder, name)))]))
  const server = createServer(({ url = '' }, response) => {
    const body = files.get(url)
    if (!body) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(url)], 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
