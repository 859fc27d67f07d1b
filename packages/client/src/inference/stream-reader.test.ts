/** Streams over real connections that are cut, stalled, left and aborted at any point. */
import { inspect } from 'node:util'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { type Script, send, sendJson, startServer } from '../../test/scripted-server.ts'
import { CloudError, ConnectionError, TimeoutError } from '../errors.ts'
import { RateLimitError, UnauthorizedError } from '../http-errors.ts'
import { createInference, type InferenceOptions } from './create-inference.ts'
import { StreamInterruptedError } from './stream-error.ts'

const key = 'sk-do-5ecre7'
const chunks = ['High ', 'water ', 'at ', 'nöon 🌊']
const body = { model: 'm', messages: [{ role: 'user' as const, content: 'When?' }], stream: true as const }

function formatChunk(content: string, reason: 'stop' | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: reason, logprobs: null }]
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm', choices })}\n\n`
}

const events = [...chunks.map((chunk) => formatChunk(chunk)), formatChunk('', 'stop'), 'data: [DONE]\n\n']

/** Writes the lines, then ends the response. */
function stream(lines: readonly string[], end: (response: ServerResponse) => unknown = (response) => response.end()): Script {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    response.write(lines.join(''), () => setTimeout(() => end(response), 5))
  }
}

async function createStream(script: Script, options: InferenceOptions = {}) {
  let left: () => void = () => {}
  const closed = new Promise<void>((resolve) => (left = resolve))
  const server = await startServer((response, request) => {
    response.once('close', left)
    script(response, request)
  })
  const inference = createInference({ baseUrl: server.url, key, ...options })
  return { inference, server, closed, chat: inference.chat(body) }
}

const keepOpen = () => {}

describe('a complete stream', () => {
  it('yields its events, its text and its reply', async () => {
    const { chat, server } = await createStream(stream(events))
    const deltas: unknown[] = []
    for await (const { choices } of chat) deltas.push(choices[0]?.delta.content)
    expect(deltas).toEqual([...chunks, ''])
    expect(await chat.finalText()).toBe(chunks.join(''))
    expect(await chat.finalReply()).toMatchObject({
      id: 'c1',
      object: 'chat.completion',
      choices: [{ finish_reason: 'stop', message: { content: chunks.join('') } }],
    })
    expect((await chat.asResponse()).status).toBe(200)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
  })

  it('yields the pieces of its text, or all of it', async () => {
    const { chat, inference } = await createStream(stream(events))
    const read: string[] = []
    for await (const chunk of chat.textStream) read.push(chunk)
    expect(read).toEqual(chunks)
    expect(await inference.chat(body).finalText()).toBe(chunks.join(''))
  })

  it('returns its text and its reply to concurrent callers', async () => {
    const { chat } = await createStream(stream(events))
    const [text, reply] = await Promise.all([chat.finalText(), chat.finalReply()])
    expect(text).toBe(chunks.join(''))
    expect(reply.choices[0]?.message.content).toBe(text)
  })

  it('does not depend on how its bytes are split', async () => {
    const bytes = new TextEncoder().encode(events.join(''))
    const read = async (cuts: readonly Uint8Array[]) => {
      const source = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const cut of cuts) controller.enqueue(cut)
          controller.close()
        },
      })
      const answer = () => new Response(source, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
      return createInference({ baseUrl: 'http://localhost', key, fetch: async () => answer() })
        .chat(body)
        .finalReply()
    }
    const fullReply = await read([bytes])
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await read([bytes.slice(0, at), bytes.slice(at)]), `split at ${at}`).toEqual(fullReply)
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(fullReply)
  })

  it('can be iterated only once', async () => {
    const { chat } = await createStream(stream(events))
    for await (const _ of chat);
    expect(
      (
        await catchError(
          (async () => {
            for await (const _ of chat);
          })(),
        )
      ).message,
    ).toContain('already being read')
  })
})

describe('an interrupted stream', () => {
  it.each(events.slice(0, -1).map((_, at) => ({ at })))('reports the partial reply after $at events', async ({ at }) => {
    const { chat } = await createStream(stream(events.slice(0, at), (response) => response.destroy()))
    const error = await catchError(chat.finalText(), StreamInterruptedError)
    expect(error).toBeInstanceOf(ConnectionError)
    const { text, reply } = error.partial
    expect(text).toBe(chunks.slice(0, at).join(''))
    expect(reply).toMatchObject({ choices: at > 0 ? [{ message: { content: text } }] : [] })
    expect(error.message).toContain(`${text.length} characters`)
  })

  it.each([
    { what: 'ends without its last line', script: stream(events.slice(0, 2)), says: 'was interrupted' },
    { what: 'is cut within a character', script: stream([events[0]!, events[1]!, events[3]!.slice(0, -8)]), says: 'was interrupted' },
    {
      what: 'says that it failed',
      script: stream([events[0]!, events[1]!, 'data: {"error":{"message":"Overloaded."}}\n\n']),
      says: 'Overloaded.',
    },
    {
      what: 'says that it failed, by its type',
      script: stream([events[0]!, events[1]!, 'event: error\ndata: {"type":"error"}\n\n']),
      says: 'error',
    },
    { what: 'has an event that is no JSON', script: stream([events[0]!, events[1]!, 'data: {"a\n\n']), says: 'was interrupted' },
  ])('that $what keeps what came', async ({ script, says }) => {
    const { chat, closed } = await createStream(script)
    const error = await catchError(chat.finalReply(), StreamInterruptedError)
    expect(error.partial.text).toBe('High water ')
    expect(error.message).toContain(says)
    await closed
    expect(await catchError(chat.finalText())).toBe(error)
  })

  it('keeps the partial reply when a tool input is not JSON', async () => {
    const block = { type: 'tool_use', id: 't', name: 'find_stock', input: {} }
    const script = [
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"title' } },
      { type: 'content_block_stop', index: 0 },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    const { inference } = await createStream(stream(script))
    const error = await catchError(inference.messages({ ...body, max_tokens: 9 }).finalReply(), StreamInterruptedError)
    expect(error.partial.reply).toMatchObject({ content: [block] })
  })

  it('is not retried', async () => {
    const { chat, server } = await createStream(stream(events.slice(0, 2), (response) => response.destroy()))
    await catchError(chat.finalText())
    expect(server.requests).toHaveLength(1)
  })

  it('has the partial reply in its error, but not in logs, and no secrets', async () => {
    const { chat } = await createStream(stream(events.slice(0, 2), (response) => response.destroy()))
    const error = await catchError(chat.finalText())
    expect(Object.keys(error)).not.toContain('partial')
    expect(`${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}`).not.toContain(key)
  })
})

describe('a stream without data for timeoutMs', () => {
  it('ends with the partial reply, whatever its total time', async () => {
    const slowly: Script = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of events.slice(0, 4)) {
        response.write(event)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const { chat, closed } = await createStream(slowly, { timeoutMs: 500 })
    const error = await catchError(chat.finalText(), StreamInterruptedError)
    expect(error.cause).toBeInstanceOf(TimeoutError)
    expect(error.partial.text).toBe(chunks.join(''))
    await closed
  })

  it('is a timeout without any data', async () => {
    const { chat, closed } = await createStream(keepOpen, { timeoutMs: 40, retry: false })
    expect(await catchError(chat.finalText())).toBeInstanceOf(TimeoutError)
    await closed
  })

  it('does not count the wait for a rate limit', async () => {
    let isFirst = true
    const { chat, server } = await createStream(
      (response, request) => {
        if (!isFirst) return stream(events)(response, request)
        isFirst = false
        const headers = { 'retry-after': '1', 'ratelimit-remaining': '0' }
        return sendJson(429, { id: 'too_many_requests', message: 'Slow down.' }, headers)(response, request)
      },
      { timeoutMs: 700 },
    )
    expect(await chat.finalText()).toBe(chunks.join(''))
    expect(server.requests).toHaveLength(2)
  })

  it('does not count the time of its reader', async () => {
    const { chat } = await createStream(stream(events), { timeoutMs: 400 })
    for await (const _ of chat) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await chat.finalText()).toBe(chunks.join(''))
  })
})

describe('an abandoned stream', () => {
  it('closes the connection when its loop is left', async () => {
    const { chat, closed } = await createStream(stream(events.slice(0, 2), keepOpen))
    for await (const _ of chat) break
    await closed
    expect((await catchError(chat.finalReply())).message).toContain('not read to its end')
  })

  it('closes the connection when it is aborted, and rejects with the reason', async () => {
    const { chat, closed } = await createStream(stream(events.slice(0, 2), keepOpen))
    const reason = new Error('The user has left.')
    const reading = (async () => {
      for await (const _ of chat) chat.abort(reason)
    })()
    expect(await catchError(reading)).toBe(reason)
    await closed
  })

  it('cancels the source when the `fetch` ignores signals', async () => {
    let cancelled = 0
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(events[0])),
      cancel: () => void (cancelled += 1),
    })
    const answer = new Response(source, { headers: { 'content-type': 'text/event-stream' } })
    for await (const _ of createInference({ baseUrl: 'http://localhost', key, fetch: async () => answer }).chat(body)) break
    expect(cancelled).toBe(1)
  })

  it('yields nothing more, even if all data has arrived', async () => {
    const { chat } = await createStream(stream(events))
    await chat.asResponse()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const read: unknown[] = []
    const reading = (async () => {
      for await (const event of chat) {
        read.push(event)
        chat.abort(new Error('enough'))
      }
    })()
    expect((await catchError(reading)).message).toBe('enough')
    expect(read).toHaveLength(1)
  })

  it('closes the connection when the signal of the call aborts', async () => {
    const { inference, closed } = await createStream(stream(events.slice(0, 2), keepOpen))
    const leave = new AbortController()
    const chat = inference.chat(body, { signal: leave.signal })
    const error = catchError(chat.finalText())
    await chat.asResponse()
    leave.abort()
    expect((await error).name).toBe('AbortError')
    await closed
  })

  it('sends nothing when the signal is already aborted', async () => {
    const { inference, server } = await createStream(keepOpen)
    const before = server.requests.length
    expect((await catchError(inference.chat(body, { signal: AbortSignal.abort() }).finalText())).name).toBe('AbortError')
    expect(server.requests.slice(before).filter(({ body: sent }) => sent === '')).toEqual([])
  })
})

describe('a response that is not a stream', () => {
  it.each([
    { what: 'a wrong key', script: sendJson(401, { error: { message: 'No.' } }), expected: UnauthorizedError },
    { what: 'a limit', script: sendJson(429, { id: 'too_many_requests', message: 'Slow down.' }), expected: RateLimitError },
    { what: 'an HTML page', script: send(200, '<h1>Sign in</h1>', { 'content-type': 'text/html' }), expected: CloudError },
    { what: 'a reply all at once', script: sendJson(200, { choices: [] }), expected: CloudError },
  ])('is an error: $what', async ({ script, expected }) => {
    const { chat } = await createStream(script, { retry: false })
    const error = await catchError(chat.finalReply(), expected)
    expect(error).not.toBeInstanceOf(StreamInterruptedError)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key)
    expect(await catchError(chat.asResponse())).toBe(error)
  })
})
