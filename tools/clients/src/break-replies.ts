/** A platform behind a proxy that spoils what it answers, to show that a client notices. */
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { TestSandbox } from '@spindrift/testing/start-sandbox'

export async function breakReplies(start: () => Promise<TestSandbox>, spoil: (body: string) => string): Promise<TestSandbox> {
  const platform = await start()
  const { url, close } = await startHttpServer(async (request, response) => {
    const { authorization = '' } = request.headers
    const answer = await fetch(`${platform.url}${request.url}`, { method: request.method ?? 'GET', headers: { authorization } })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(spoil(await answer.text()))
  })
  return { ...platform, url, close: () => close().then(platform.close) }
}
