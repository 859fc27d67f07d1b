import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { startJsonServer } from '@spindrift/testing/start-json-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import { startSandbox } from '../start-sandbox.ts'
import { forward } from './forward.ts'
import type { ModelsFrom } from './model-servers.ts'
import { parseModelServer } from './parse-model-server.ts'

const model = 'llama3.3-70b-instruct'
const question = { model, messages: [{ role: 'user', content: 'Do you have tide tables?' }] }
const completion = {
  id: 'chatcmpl-local',
  object: 'chat.completion',
  created: 1,
  model: 'local',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Yes, for every harbor.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 },
}

interface Received {
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

type Respond = (response: ServerResponse, received: Received) => void

/** Starts a model server, which records its requests, and a sandbox in front of it. */
async function startBoth(
  respond: Respond,
  {
    createModelsFrom = (url: string): ModelsFrom => `${url}/v1`,
    modelsKey,
  }: { createModelsFrom?: (url: string) => ModelsFrom; modelsKey?: string } = {},
) {
  const received: Received[] = []
  const server = await startJsonServer((response, body, { url, headers }) => {
    const entry = { url, headers, body }
    received.push(entry)
    respond(response, entry)
  })
  const sandbox = await startSandbox({ port: 0, seed: 7, modelsFrom: createModelsFrom(server.url), modelsKey })
  onTestFinished(async () => {
    await server.close()
    await sandbox.close()
  })
  const { inference_key: key, tokens } = sandbox.credentials()
  const post = (path: string, body: unknown, token = key, init: RequestInit = {}) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    })
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return (await response.json()) as Record<string, never>
  }
  return { server, received, key, tokens, post, control }
}

const replyJson = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const chunkOf = (content: string) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'local',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
})
const formatData = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const startStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

describe('a model from elsewhere', () => {
  it('answers chat completions, and gets the body but neither the token nor other headers of the caller', async () => {
    const { post, received, key } = await startBoth((response) => replyJson(response, completion))
    const response = await post('/v1/chat/completions', { ...question, temperature: 0.2 }, key, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-secret': 'tide', cookie: 'a=b' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
    expect(await response.json()).toEqual({ ...completion, model })
    expect(received).toMatchObject([{ url: '/v1/chat/completions', body: { ...question, temperature: 0.2 } }])
    expect(JSON.stringify(received)).not.toContain(key)
    expect(Object.keys(received[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']))
    expect(JSON.stringify(received)).not.toContain('tide"')
  })

  it('answers embeddings and responses, by its own name for the model and with the key of the setting', async () => {
    const { post, received } = await startBoth(
      (response, { url }) =>
        replyJson(
          response,
          url?.endsWith('/embeddings')
            ? { object: 'list', model: 'x', data: [{ object: 'embedding', index: 0, embedding: [1, 0] }] }
            : { object: 'response', model: 'x', output: [] },
        ),
      {
        createModelsFrom: (url) => ({ '*': `${url}/v1/#fallback`, 'gte-large-en-v1.5': { url: `${url}/other`, model: 'local/bge' } }),
        modelsKey: 'key-of-the-server',
      },
    )
    expect(await (await post('/v1/embeddings', { model: 'gte-large-en-v1.5', input: 'tide' })).json()).toMatchObject({
      model: 'gte-large-en-v1.5',
      data: [{ embedding: [1, 0] }],
    })
    const input = [{ type: 'item_reference', id: 'item_of_the_server' }]
    expect(await (await post('/v1/responses', { model, input })).json()).toMatchObject({ model, output: [] })
    expect(received).toMatchObject([
      { url: '/other/embeddings', headers: { authorization: 'Bearer key-of-the-server' }, body: { model: 'local/bge' } },
      { url: '/v1/responses', body: { model: 'fallback', input } },
    ])
  })

  it('streams events as they arrive', async () => {
    const waiting: (() => void)[] = []
    const { post } = await startBoth((response) => {
      startStream(response).write(`: comment\r\n\r\n${formatData(chunkOf('Yes')).replaceAll('\n', '\r\n')}`)
      waiting.push(() => void response.end(`${formatData(chunkOf('.'))}data: [DONE]\n\n`))
    })
    const response = await post('/v1/chat/completions', { ...question, stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(formatData({ ...chunkOf('Yes'), model }))
    waiting[0]?.()
    let rest = ''
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value
    expect(rest).toBe(`${formatData({ ...chunkOf('.'), model })}data: [DONE]\n\n`)
  })

  it('is not asked when the token, the request or a fault refuses', async () => {
    const { post, control, received, tokens } = await startBoth((response) => replyJson(response, completion))
    expect((await post('/v1/chat/completions', question, 'wrong')).status).toBe(401)
    expect((await post('/v1/chat/completions', question, tokens.full)).status).toBe(401)
    expect((await post('/v1/chat/completions', { ...question, messages: [] })).status).toBe(422)
    expect((await post('/v1/chat/completions', { ...question, model: 'unknown' })).status).toBe(404)
    await control('POST', '/faults', { operation: 'chat_completions_create', status: 503, times: 1 })
    expect((await post('/v1/chat/completions', question)).status).toBe(503)
    expect(received).toEqual([])
    expect((await post('/v1/chat/completions', question)).status).toBe(200)
  })

  it.each<{ name: string; respond: Respond; status: number; message: RegExp; retryAfter?: string }>([
    {
      name: 'an error of the server',
      respond: (response) => replyJson(response, { error: { message: 'out of\nmemory' } }, 500),
      status: 502,
      message: /replied 500: out of memory$/,
    },
    { name: 'a wrong key', respond: (response) => replyJson(response, { error: 'no' }, 401), status: 502, message: /replied 401: no$/ },
    {
      name: 'a refused request',
      respond: (response) => replyJson(response, { error: { message: 'too long' } }, 400),
      status: 422,
      message: /replied 400: too long$/,
    },
    {
      name: 'a busy server',
      respond: (response) => replyJson(response, { message: 'busy' }, 429, { 'retry-after': '7' }),
      status: 429,
      message: /replied 429: busy$/,
      retryAfter: '7',
    },
    {
      name: 'a redirect',
      respond: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
      status: 502,
      message: /replied 307/,
    },
    {
      name: 'text that is not JSON',
      respond: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
      status: 502,
      message: /did not reply with the JSON/,
    },
    {
      name: 'JSON of something else',
      respond: (response) => replyJson(response, { models: [] }),
      status: 502,
      message: /did not reply with the JSON/,
    },
    {
      name: 'a connection that breaks in the body',
      respond: (response) =>
        void response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{', () => response.destroy()),
      status: 502,
      message: /cannot be used/,
    },
  ])('turns $name into an error of the API', async ({ respond, status, message, retryAfter = null }) => {
    const { post, received, control } = await startBoth(respond)
    const response = await post('/v1/chat/completions', question)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      type: 'error',
      message: expect.stringMatching(message),
    })
    expect(received).toHaveLength(1)
    expect(await control('GET', '/requests')).toMatchObject({ requests: [{ status }] })
    expect(response.headers.get('retry-after')).toBe(retryAfter)
  })

  it('returns 502 when the server cannot be reached, or does not stream', async () => {
    const { post, server } = await startBoth((response) => replyJson(response, completion))
    expect((await post('/v1/chat/completions', { ...question, stream: true })).status).toBe(502)
    await server.close()
    const response = await post('/v1/chat/completions', question)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('cannot be used') })
  })

  it('returns 504 when the server sends nothing', async () => {
    await using server = await startHttpServer(() => {})
    const request = { server: { url: server.url, key: undefined }, path: '/chat/completions', body: question } as const
    await expect(forward(request, new AbortController().signal, 20)).rejects.toMatchObject({
      status: 504,
      message: expect.stringContaining('no data for 0.02 seconds'),
    })
  })

  it.each([
    ['breaks', (response: ServerResponse) => response.destroy()],
    ['has an event that is not JSON', (response: ServerResponse) => void response.end('data: {oops\n\ndata: [DONE]\n\n')],
  ])('cuts the stream when the one of the server %s', async (_, end) => {
    const { post } = await startBoth((response) => void startStream(response).write(formatData(chunkOf('Yes')), () => end(response)))
    const response = await post('/v1/chat/completions', { ...question, stream: true })
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it.each([true, false])('ends the request to the server when the client disconnects (stream: %s)', async (stream) => {
    const closed = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const { post, key } = await startBoth((response) => {
      response.on('close', () => closed.resolve())
      if (stream) startStream(response).write(formatData(chunkOf('Yes')))
      started.resolve()
    })
    const client = new AbortController()
    const sent = post('/v1/chat/completions', { ...question, stream }, key, { signal: client.signal })
    await started.promise
    client.abort()
    await expect(sent.then((response) => response.text())).rejects.toThrow('abort')
    await expect(closed.promise).resolves.toBeUndefined()
  })

  it('is asked again when a logged request is resent', async () => {
    const { post, control, received } = await startBoth((response) => replyJson(response, completion))
    const response = await post('/v1/chat/completions', question)
    const resent = await control('POST', `/requests/${response.headers.get('x-request-id')}/resend`)
    expect(resent).toMatchObject({ request: { summary: { status: 200 } } })
    expect(received).toHaveLength(2)
  })
})

describe('parseModelServer', () => {
  it.each([
    ['http://127.0.0.1:11434/v1', ['*', { url: 'http://127.0.0.1:11434/v1' }]],
    ['http://127.0.0.1:11434/v1/#llama3.2:3b', ['*', { url: 'http://127.0.0.1:11434/v1', model: 'llama3.2:3b' }]],
    ['gte-large-en-v1.5=https://models.example/v1#bge', ['gte-large-en-v1.5', { url: 'https://models.example/v1', model: 'bge' }]],
  ])('parses %s', (text, want) => {
    expect(parseModelServer(text)).toEqual(want)
  })

  it.each(['', 'models.example', 'ftp://models.example', 'http://user:pass@models.example', 'http://models.example?a=b'])(
    'refuses %j',
    (text) => {
      expect(() => parseModelServer(text)).toThrow('Give the base URL')
    },
  )
})

it('refuses handle(), which cannot wait, and answers fetch() in this process', async () => {
  await using server = await startHttpServer((_request, response) => replyJson(response, completion))
  const sandbox = createSandbox({ modelsFrom: server.url })
  const headers = { authorization: `Bearer ${sandbox.credentials().inference_key}`, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(question) }
  const url = '/v1/chat/completions'
  expect(sandbox.handle({ ...request, url, body: new TextEncoder().encode(request.body) })).toMatchObject({
    status: 501,
    body: expect.stringContaining('fetch()'),
  })
  expect((await sandbox.fetch(`http://127.0.0.1${url}`, request)).status).toBe(200)
})

it('refuses a model that is not in the catalog, and a state that replicas share', async () => {
  await expect(startSandbox({ port: 0, modelsFrom: { llama: 'http://127.0.0.1:1' } })).rejects.toThrow('there is no model "llama"')
  await expect(startSandbox({ port: 0, state: 'postgres://127.0.0.1/x', modelsFrom: 'http://127.0.0.1:1' })).rejects.toThrow(
    'modelsFrom needs a state',
  )
})
