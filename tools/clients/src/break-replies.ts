/** A platform behind a proxy that spoils what it answers, to show that a client notices. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Platform } from './start-platform.ts'

export async function breakReplies(start: () => Promise<Platform>, spoil: (body: string) => string): Promise<Platform> {
  const platform = await start()
  const server = createServer((request, response) => {
    void (async () => {
      const { authorization = '' } = request.headers
      const answer = await fetch(`${platform.url}${request.url}`, { method: request.method ?? 'GET', headers: { authorization } })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      response.end(spoil(await answer.text()))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...platform,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await platform.close()
    },
  }
}
