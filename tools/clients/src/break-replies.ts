/** Starts a sandbox behind a proxy that changes response bodies, to verify that a check of a client fails. */
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { TestSandbox } from '@spindrift/testing/start-sandbox'

export async function breakReplies(start: () => Promise<TestSandbox>, changeBody: (body: string) => string): Promise<TestSandbox> {
  const platform = await start()
  const { url, close } = await startHttpServer(async (request, response) => {
    const { authorization = '' } = request.headers
    const upstream = await fetch(`${platform.url}${request.url}`, { method: request.method ?? 'GET', headers: { authorization } })
    response.writeHead(upstream.status, { 'content-type': upstream.headers.get('content-type') ?? 'application/json' })
    response.end(changeBody(await upstream.text()))
  })
  return { ...platform, url, close: () => close().then(platform.close) }
}
