/** A platform behind a proxy that spoils what it answers, to show that a client notices. */
import { serve } from '../../contract/src/serve.ts'
import type { Platform } from './start-platform.ts'

export async function breakReplies(start: () => Promise<Platform>, spoil: (body: string) => string): Promise<Platform> {
  const platform = await start()
  const { url, close } = await serve(async (request, response) => {
    const { authorization = '' } = request.headers
    const answer = await fetch(`${platform.url}${request.url}`, { method: request.method ?? 'GET', headers: { authorization } })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(spoil(await answer.text()))
  })
  return { ...platform, url, close: () => close().then(platform.close) }
}
