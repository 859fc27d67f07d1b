/** Worker with the status of a shop, and an assistant that streams its replies. */
import { HttpError } from '@spindrift/client'
import { createDroplets } from '@spindrift/client/droplets'
import { createInference } from '@spindrift/client/inference'

/** Variables and secrets of the worker: `wrangler secret put SPINDRIFT_TOKEN`. */
export interface Environment {
  readonly SPINDRIFT_BASE_URL: string
  readonly SPINDRIFT_TOKEN: string
  readonly SPINDRIFT_MODEL_ACCESS_KEY: string
}

async function showStatus({ SPINDRIFT_BASE_URL: baseUrl, SPINDRIFT_TOKEN: token }: Environment, signal: AbortSignal): Promise<Response> {
  try {
    const droplets = await createDroplets({ baseUrl, token }).list({ tag_name: 'storefront' }, { signal, timeoutMs: 5000 }).toArray()
    const open = droplets.some(({ status }) => status === 'active')
    return Response.json({ open, droplets: droplets.map(({ name, status }) => ({ name, status })) })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return Response.json({ message: 'The status is unavailable.', request: error.requestId }, { status: 502 })
  }
}

function streamReply(question: string, { SPINDRIFT_BASE_URL: baseUrl, SPINDRIFT_MODEL_ACCESS_KEY: key }: Environment): Response {
  const messages = [{ role: 'user' as const, content: question }]
  const stream = createInference({ baseUrl, key }).chat({ model: 'llama3.3-70b-instruct', messages, stream: true })
  const { readable, writable } = new TransformStream<string, string>()
  const write = async () => {
    const writer = writable.getWriter()
    try {
      for await (const text of stream.textStream) await writer.write(text)
      await writer.close()
    } catch (error) {
      // Stops both streams when the reader disconnects or the model's stream fails.
      stream.abort()
      await writer.abort(error).catch(() => {})
    }
  }
  void write()
  return new Response(readable.pipeThrough(new TextEncoderStream()), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/status') return showStatus(environment, request.signal)
    if (pathname === '/ask') return streamReply(searchParams.get('q') ?? 'Do you have tide tables?', environment)
    return new Response('Not found.', { status: 404 })
  },
}
