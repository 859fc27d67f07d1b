import { describe, expect } from 'vitest'
import { startTestSandbox } from '../../../test/open-sandbox.ts'
import {
  findStock,
  it,
  createInferenceSandbox,
  createMessages,
  textModel,
  thinkingModel,
} from '../../../test/inference/inference-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

const path = '/v1/chat/completions'
const question = { model: textModel, messages: createMessages('Do you have tide tables?') }
const tools = [{ type: 'function', function: findStock }] as const

describe('a completion', () => {
  it('[chat-id] [chat-object] [chat-created] [chat-model] has the id, object, created and model that the contract specifies', async ({
    inference: { post },
  }) => {
    const before = Math.floor(Date.now() / 1000)
    const { status, body } = await post(path, question)
    expect(status).toBe(200)
    expect(body.id).toMatch(/^chatcmpl-[0-9a-f]{24}$/)
    expect(body.object).toBe('chat.completion')
    expect(Number.isInteger(body.created)).toBe(true)
    expect(body.created).toBeGreaterThanOrEqual(before)
    expect(body.model).toBe(textModel)
  })

  it('[chat-choices] [chat-message] [chat-stream-default-false] has one choice with a message, also with stream false', async ({
    inference: { post },
  }) => {
    for (const stream of [undefined, null, false]) {
      const { headers, body } = await post(path, { ...question, ...(stream !== undefined && { stream }) })
      expect(headers.get('content-type')).toContain('application/json')
      expect(body.choices).toHaveLength(1)
      expect(body.choices[0]).toMatchObject({
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', refusal: null },
        logprobs: null,
      })
      expect(body.choices[0].message.content).toContain('tide tables')
    }
  })

  it('[chat-usage] counts tokens, for each of several choices', async ({ inference: { post } }) => {
    const one = (await post(path, question)).body
    const three = (await post(path, { ...question, n: 3 })).body
    expect(one.usage.total_tokens).toBe(one.usage.prompt_tokens + one.usage.completion_tokens)
    expect(three.usage.prompt_tokens).toBe(one.usage.prompt_tokens)
    expect(three.usage.completion_tokens).toBeGreaterThan(one.usage.completion_tokens)
    expect(three.choices.map(({ index }) => index)).toEqual([0, 1, 2])
    const longer = (
      await post(path, { ...question, messages: createMessages('Do you have tide tables for the whole of the coming year?') })
    ).body
    expect(longer.usage.prompt_tokens).toBeGreaterThan(one.usage.prompt_tokens)
  })

  it('is equal for equal requests', async ({ inference: { post } }) => {
    const text = async (more: object) => (await post(path, { ...question, ...more })).body.choices[0].message.content
    expect(await text({})).toBe(await text({}))
    const others = createInferenceSandbox({ seed: 99 })
    expect((await others.post(path, question)).body.choices[0].message.content).toBe(await text({}))
  })

  it('stops at token limits and stop sequences, and returns the reason', async ({ inference: { post } }) => {
    const fullReply = (await post(path, question)).body.choices[0].message.content
    const cut = (await post(path, { ...question, max_tokens: 5 })).body
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length' })
    expect(fullReply.startsWith(cut.choices[0].message.content)).toBe(true)
    expect(cut.usage.completion_tokens).toBe(5)
    expect((await post(path, { ...question, max_tokens: 0 })).body.choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: '' },
    })
    expect((await post(path, { ...question, max_tokens: 3, max_completion_tokens: 256 })).body.choices[0].finish_reason).toBe('stop')
    expect((await post(path, { ...question, max_completion_tokens: 5 })).body.usage.completion_tokens).toBe(5)
    for (const stop of ['tables', ['nowhere', 'tables']]) {
      const stopped = (await post(path, { ...question, stop })).body.choices[0]
      expect(stopped.message.content).toBe(fullReply.slice(0, fullReply.indexOf('tables')))
      expect(stopped.finish_reason).toBe('stop')
    }
  })

  it('returns log probabilities on request', async ({ inference: { post } }) => {
    const { body } = await post(path, { ...question, max_tokens: 3, logprobs: true, top_logprobs: 2 })
    const { content } = body.choices[0].logprobs
    expect(content.map(({ token }) => token).join('')).toBe(body.choices[0].message.content)
    for (const each of content) {
      expect(Buffer.from(each.bytes).toString()).toBe(each.token)
      expect(each.logprob).toBeLessThan(0)
      expect(each.top_logprobs).toHaveLength(2)
      expect(each.top_logprobs[0].token).toBe(each.token)
    }
  })

  it('returns reasoning only for reasoning models', async ({ inference: { post } }) => {
    const thought = (await post(path, { ...question, model: thinkingModel })).body
    expect(thought.choices[0].message.reasoning_content).toContain('tide tables')
    expect((await post(path, question)).body.choices[0].message.reasoning_content).toBeNull()
    const silent = (await post(path, { ...question, model: thinkingModel, reasoning_effort: 'none' })).body
    expect(silent.choices[0].message.reasoning_content).toBeNull()
    expect(thought.usage.completion_tokens).toBeGreaterThan(silent.usage.completion_tokens)
  })
})

describe('function calls', () => {
  it('calls a function that the question is about, with arguments that match its schema', async ({ inference: { post } }) => {
    const { body } = await post(path, { model: textModel, messages: createMessages('Is The Tide Atlas in stock?'), tools })
    const [choice] = body.choices
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ type: 'function', function: { name: 'find_stock' } }] },
    })
    expect(JSON.parse(choice.message.tool_calls[0].function.arguments)).toEqual({ title: 'The Tide Atlas' })
    const other = await post(path, { model: textModel, messages: createMessages('Good morning!'), tools })
    expect(other.body.choices[0]).toMatchObject({ finish_reason: 'stop' })
  })

  it('follows tool_choice', async ({ inference: { post } }) => {
    const reason = async (choice: Fields<typeof path>['tool_choice'], content = 'Is it in stock?') =>
      (await post(path, { model: textModel, messages: createMessages(content), tools, tool_choice: choice })).body.choices[0].finish_reason
    expect(await reason('none')).toBe('stop')
    expect(await reason('auto')).toBe('tool_calls')
    expect(await reason('required', 'Good morning!')).toBe('tool_calls')
    expect(await reason({ type: 'function', function: { name: 'find_stock' } }, 'Good morning!')).toBe('tool_calls')
    const unknown = await post(path, { ...question, tools, tool_choice: { type: 'function', function: { name: 'sell' } } })
    expect(unknown).toMatchObject({ status: 422, body: { error: { message: 'tool_choice: tools contains no function "sell".' } } })
    expect(await post(path, { ...question, tool_choice: 'required' })).toMatchObject({ status: 422 })
  })

  it('returns text after a function result', async ({ inference: { post } }) => {
    const messages = createMessages('Is The Tide Atlas in stock?')
    const first = (await post(path, { model: textModel, messages, tools })).body.choices[0].message
    const { id } = first.tool_calls[0]
    const next = await post(path, {
      model: textModel,
      messages: [...messages, first, { role: 'tool', tool_call_id: id, content: '2' }],
      tools,
    })
    expect(next.body.choices[0]).toMatchObject({ finish_reason: 'stop' })
    expect(next.body.choices[0].message.content).toContain('2')
  })
})

it('describes an invalid value of several types in one sentence', async ({ inference: { post } }) => {
  const refuse = async (more: object) => (await post(path, forbidden({ ...question, ...more }))).body.message
  expect(await refuse({ stop: ['a', 'b', 'c', 'd', 'e'] })).toBe('stop: must not have more than 4 items')
  expect(await refuse({ stop: 7 })).toBe('stop: must be string or array or null')
  expect(await refuse({ response_format: { type: 'yaml' } })).toBe('response_format.type: must be one of text, json_object, json_schema')
})

it('returns text in the requested response_format', async ({ inference: { post } }) => {
  const ask = async (format: object) =>
    JSON.parse((await post(path, forbidden({ ...question, response_format: format }))).body.choices[0].message.content)
  expect(await ask({ type: 'json_object' })).toEqual({ reply: expect.any(String) })
  const schema = {
    type: 'object',
    properties: { stars: { type: 'integer', minimum: 1, maximum: 5 }, tone: { enum: ['warm', 'cool'] } },
    required: ['stars', 'tone'],
  }
  const response = await ask({ type: 'json_schema', json_schema: { name: 'review', schema } })
  expect(response.stars).toBeGreaterThanOrEqual(1)
  expect(response.stars).toBeLessThanOrEqual(5)
  expect(['warm', 'cool']).toContain(response.tone)
})

describe('a stream', () => {
  it('[chat-stream-true] [chunk-id-created-model] [chunk-object] sends chunks of one completion', async ({ inference: { stream } }) => {
    const events = await stream(path, { ...question, stream: true })
    const [{ data: first }] = events as [(typeof events)[0]]
    expect(typeof first.id).toBe('string')
    for (const { data } of events) {
      expect(data).toMatchObject({ object: 'chat.completion.chunk', id: first.id, created: first.created, model: textModel })
    }
  })

  it('[chunk-choices] [chunk-delta-optional] [chunk-delta-empty-at-end] [chunk-finish-reason] ends with an empty delta and a finish reason', async ({
    inference: { stream, post },
  }) => {
    const events = await stream(path, { ...question, stream: true })
    const choices = events.map(({ data }) => data.choices[0])
    expect(choices[0]).toEqual({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null })
    expect(choices.slice(1, -1).every(({ delta }) => typeof delta.content === 'string' && delta.role === undefined)).toBe(true)
    expect(choices.slice(0, -1).every((choice) => choice.finish_reason === null)).toBe(true)
    expect(choices.at(-1)).toEqual({ index: 0, delta: {}, finish_reason: 'stop' })
    const fullReply = (await post(path, question)).body
    expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe(fullReply.choices[0].message.content)
    expect(events[0]?.data.id).toBe(fullReply.id)
  })

  it('adds a usage chunk without choices only on request', async ({ inference: { stream, post } }) => {
    const events = await stream(path, { ...question, stream: true, stream_options: { include_usage: true } })
    const { usage } = (await post(path, question)).body
    expect(events.at(-1)?.data).toMatchObject({ choices: [], usage })
    expect(events.at(-2)?.data.choices[0].finish_reason).toBe('stop')
    expect(events.slice(0, -1).every(({ data }) => data.usage === undefined)).toBe(true)
  })

  it('streams function calls, reasoning, log probabilities and several choices in pieces', async ({ inference: { stream } }) => {
    const calls = await stream(path, { model: textModel, messages: createMessages('Is The Tide Atlas in stock?'), tools, stream: true })
    const chunks = calls.flatMap(({ data }) => data.choices[0].delta.tool_calls ?? [])
    expect(chunks[0]).toMatchObject({ index: 0, id: expect.stringMatching(/^call_/), function: { name: 'find_stock', arguments: '' } })
    expect(JSON.parse(chunks.map((chunk) => chunk.function.arguments).join(''))).toEqual({ title: 'The Tide Atlas' })
    expect(calls.at(-1)?.data.choices[0].finish_reason).toBe('tool_calls')
    const thinking = await stream(path, { ...question, model: thinkingModel, stream: true })
    expect(thinking.some(({ data }) => data.choices[0].delta.reasoning_content)).toBe(true)
    const likely = await stream(path, { ...question, stream: true, logprobs: true, n: 2, max_tokens: 2 })
    expect(likely[1]?.data.choices[0].logprobs.content).toHaveLength(1)
    expect(new Set(likely.map(({ data }) => data.choices[0].index))).toEqual(new Set([0, 1]))
    expect(likely.at(-1)?.data.choices[0].finish_reason).toBe('length')
  })

  it('stops when the client disconnects', async ({ inference: { handle, token } }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = Buffer.from(JSON.stringify({ ...question, stream: true, n: 128 }))
    const events = handle({ method: 'POST', url: path, headers, body }).body as AsyncGenerator<string>
    expect((await events.next()).done).toBe(false)
    await events.return(undefined)
    expect((await events.next()).done).toBe(true)
  })

  it('answers the next request after a client disconnected from the port', async () => {
    const running = await startTestSandbox({ port: 0, seed: 7 })
    try {
      const { inference_key: key } = running.credentials()
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const leave = new AbortController()
      const body = JSON.stringify({ ...question, stream: true, n: 128 })
      const response = await fetch(`${running.url}${path}`, { method: 'POST', headers, body, signal: leave.signal })
      const reader = response.body?.getReader()
      expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^data: \{/)
      leave.abort()
      await expect(reader?.read()).rejects.toThrow('aborted')
      expect((await fetch(`${running.url}/v1/models`, { headers })).status).toBe(200)
    } finally {
      await running.close()
    }
  })
})

describe('errors of text generation', () => {
  it.for([
    { name: 'an unknown model', change: { model: 'gpt-9' }, status: 404, field: 'model', type: 'not_found_error', code: 'not_found' },
    { name: 'a model for something else', change: { model: 'gte-large-en-v1.5' }, status: 422, field: 'model' },
    { name: 'no messages', change: { messages: [] }, status: 422, field: 'messages' },
    { name: 'a person who says nothing', change: { messages: [{ role: 'user' }] }, status: 422, field: 'messages.0.content' },
    {
      name: 'a model that says and calls nothing',
      change: { messages: [{ role: 'assistant' }] },
      status: 422,
      field: 'messages.0.content',
    },
    {
      name: 'a result without a call',
      change: { messages: [{ role: 'tool', content: '2', tool_call_id: 'call_x' }] },
      status: 422,
      field: 'messages.0.tool_call_id',
    },
    { name: 'likelihoods of alternatives alone', change: { top_logprobs: 2 }, status: 422, field: 'top_logprobs' },
    { name: 'stream options without a stream', change: { stream_options: { include_usage: true } }, status: 422, field: 'stream_options' },
    { name: 'a temperature out of bounds', change: { temperature: 3 }, status: 422, field: 'temperature' },
    { name: 'more than the model can read', change: { messages: createMessages('tide '.repeat(140_000)) }, status: 422, field: 'messages' },
  ])('$name', async ({ change, status, field, type = 'invalid_request_error', code = 'invalid_value' }, { inference: { post } }) => {
    const response = await post(path, forbidden({ ...question, ...change }))
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject({ type: 'error', message: expect.stringMatching(new RegExp(`^${field}: `)) })
    expect(response.body.error).toEqual({ message: response.body.message, type, code })
    expect(response.body.request_id).toBe(response.headers.get('x-request-id'))
  })

  it('[inference-refuses-control-token] [parts-inference-independent] rejects a control token, a missing key and an unknown method', async ({
    inference: { ask, tokens, token },
  }) => {
    for (const bad of [tokens.full, '', 'sk-do-unknown']) {
      const response = await ask('POST', path, question, { token: bad })
      expect(response).toMatchObject({
        status: 401,
        body: { id: 'unauthorized', error: { type: 'authentication_error', code: 'invalid_api_key' } },
      })
    }
    expect(await ask('GET', path, undefined, { token })).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } })
    expect(await ask('GET', '/v1/nothing', undefined, { token })).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found_error', code: 'not_found' } },
    })
    expect(await ask('POST', path, '{', { token })).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } })
  })
})
