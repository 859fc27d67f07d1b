import { describe, expect } from 'vitest'
import { findStock, it, createInferenceSandbox, createMessages, textModel, thinkingModel } from '../../test/inference/inference-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

describe('responses', () => {
  const path = '/v1/responses'
  const question = { model: textModel, input: 'Do you have tide tables?' }
  const tools = [{ type: 'function', ...findStock }] as const

  it('return a message for an input', async ({ inference: { post } }) => {
    const { status, body } = await post(path, {
      ...question,
      instructions: 'You answer customers.',
      max_output_tokens: 200,
      temperature: 0.2,
      user: 'me',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'response',
      status: 'completed',
      model: textModel,
      temperature: 0.2,
      max_output_tokens: 200,
      tool_choice: 'auto',
      user: 'me',
    })
    expect(body.output).toHaveLength(1)
    expect(body.output[0]).toMatchObject({ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text' }] })
    expect(body.usage.total_tokens).toBe(body.usage.input_tokens + body.usage.output_tokens)
  })

  it('start with reasoning, or call a function', async ({ inference: { post } }) => {
    const thought = (await post(path, { ...question, model: thinkingModel })).body
    expect(thought.output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
    expect(thought.usage.output_tokens_details.reasoning_tokens).toBeGreaterThan(0)
    const input = [{ content: 'Is The Tide Atlas in stock?' }]
    const called = (
      await post(path, { model: textModel, input, tools, tool_choice: { type: 'function', function: { name: 'find_stock' } } })
    ).body
    expect(called.output).toMatchObject([
      { type: 'function_call', name: 'find_stock', content: [], call_id: expect.stringMatching(/^call_/) },
    ])
    expect(JSON.parse(called.output[0].arguments)).toEqual({ title: 'The Tide Atlas' })
    expect(called.tool_choice).toBe('find_stock')
    const named = await post(path, { model: textModel, input, tools, tool_choice: { type: 'function', name: 'find_stock' } })
    expect(named.body.output).toMatchObject([{ name: 'find_stock' }])
    expect((await post(path, { model: textModel, input, tools, tool_choice: forbidden({ type: 'function' }) })).status).toBe(422)
  })

  it('are incomplete when they are cut', async ({ inference: { post } }) => {
    const { body } = await post(path, { ...question, max_output_tokens: 4 })
    expect(body).toMatchObject({ status: 'incomplete', output: [{ status: 'incomplete' }], usage: { output_tokens: 4 } })
  })

  it('stream named events that add up to the whole response', async ({ inference: { post, stream } }) => {
    const request = { ...question, model: thinkingModel }
    const fullReply = (await post(path, request)).body
    const events = await stream(path, { ...request, stream: true })
    expect(events.every(({ name, data }) => name === data.type)).toBe(true)
    expect(events.map(({ data }) => data.sequence_number)).toEqual(events.map((_, at) => at))
    const part = (kind: string) => [
      'response.output_item.added',
      'response.content_part.added',
      `response.${kind}.delta`,
      `response.${kind}.done`,
      'response.content_part.done',
      'response.output_item.done',
    ]
    const names = events.map(({ name }) => name)
    expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
      'response.created',
      'response.in_progress',
      ...part('reasoning_text'),
      ...part('output_text'),
      'response.completed',
    ])
    expect(events[0]?.data.response).toMatchObject({ id: fullReply.id, status: 'in_progress', output: [], usage: null })
    expect(events.at(-1)?.data.response).toEqual(fullReply)
    const texts = events.filter(({ name }) => name === 'response.output_text.delta').map(({ data }) => data.delta)
    expect(texts.join('')).toBe(fullReply.output[1].content[0].text)
    const done = events.filter(({ name }) => name === 'response.output_item.done').map(({ data }) => data.item)
    expect(done).toEqual(fullReply.output)
    const cut = await stream(path, { ...question, stream: true, max_output_tokens: 3 })
    expect(cut.at(-1)).toMatchObject({
      name: 'response.incomplete',
      data: { response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } },
    })
  })

  it('stream the arguments of a function', async ({ inference: { stream } }) => {
    const events = await stream(path, { model: textModel, input: 'Is The Tide Atlas in stock?', tools, stream: true })
    const added = events.find(({ name }) => name === 'response.output_item.added')?.data
    expect(added.item).toMatchObject({ type: 'function_call', name: 'find_stock', arguments: '', status: 'in_progress' })
    const deltas = events.filter(({ name }) => name === 'response.function_call_arguments.delta')
    expect(deltas.every(({ data }) => data.item_id === added.item.id)).toBe(true)
    expect(JSON.parse(deltas.map(({ data }) => data.delta).join(''))).toEqual({ title: 'The Tide Atlas' })
    expect(events.find(({ name }) => name === 'response.function_call_arguments.done')?.data.arguments).toBe('{"title":"The Tide Atlas"}')
  })

  it('continue after a function result, with the call or a reference to it', async ({ inference: { post } }) => {
    const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Is The Tide Atlas in stock?' }] }] as const
    const called = (await post(path, { model: textModel, input, tools })).body
    const result = { type: 'function_call_output', call_id: called.output[0].call_id, output: '12 copies' } as const
    const { status, body } = await post(path, { model: textModel, input: [...input, ...forbidden(called.output), result], tools })
    expect(status, body.message).toBe(200)
    expect(body.output).toMatchObject([{ type: 'message', content: [{ text: expect.stringContaining('“12 copies”'), annotations: [] }] }])
    const reference = { type: 'item_reference', id: called.output[0].id } as const
    const next = { model: textModel, input: [...input, reference, result], tools }
    expect((await post(path, next)).body).toEqual(body)
    const closing = await post(path, { ...question, input: [{ type: 'item_reference', id: body.output[0].id }, { content: 'Thank you.' }] })
    expect(closing).toMatchObject({ status: 200, body: { output: [{ type: 'message' }] } })
  })

  it('store no items with `store: false`', async ({ inference: { post } }) => {
    const { output } = (await post(path, { ...question, store: false })).body
    expect(await post(path, { ...question, input: [{ type: 'item_reference', id: output[0].id }] })).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found_error', message: expect.stringContaining(`input.0.id: item "${output[0].id}" not found`) } },
    })
  })

  it.each([
    { input: [{ role: 'user' }], expected: 'input.0.content: must be given' },
    { input: [{ type: 'item_reference' }], expected: 'input.0.id: must be given' },
    { input: [{ type: 'function_call', call_id: 'call_1', arguments: '{}' }], expected: 'input.0.name: must be given' },
    { input: [{ type: 'function_call_output', call_id: 'call_1', output: 'x' }], expected: 'input.0.call_id: no item before' },
    { input: [{ content: [{ type: 'input_image', image_url: 'here' }] }], expected: 'input.0.content.0.image_url: must begin with' },
  ])('reject $input', async ({ input, expected }) => {
    const { status, body } = await createInferenceSandbox().post(path, { model: textModel, input: forbidden(input) })
    expect([status, body.message]).toEqual([422, expect.stringContaining(expected)])
  })

  it('accept images', async () => {
    const content = [
      { type: 'input_text', text: 'What is in this window?' },
      { type: 'input_image', image_url: 'https://shop.tidewater.example/window.jpg', detail: 'auto' },
    ] as const
    const { body } = await createInferenceSandbox().post(path, { model: textModel, input: [{ role: 'user', content }] })
    expect(body.output[0].content[0].text).toContain('“What is in this window?” and a picture')
  })

  it('match a JSON Schema', async ({ inference: { post } }) => {
    const schema = { type: 'object', properties: { price: { type: 'integer' } }, required: ['price'], additionalProperties: false }
    const format = { type: 'json_schema', name: 'price', strict: true, schema } as const
    const { body } = await post(path, { ...question, text: { format } })
    expect(JSON.parse(body.output[0].content[0].text)).toEqual({ price: expect.any(Number) })
    expect(body.text).toEqual({ format })
    const refused = await post(path, { ...question, text: { format: { type: 'json_schema', name: 'price' } } })
    expect(refused).toMatchObject({ status: 422, body: { message: 'text.format.schema: must be an object' } })
  })

  it('stream chunks if include_usage is set', async ({ inference: { post, stream } }) => {
    const fullReply = (await post(path, question)).body
    const events = await stream(path, { ...question, stream: true, stream_options: { include_usage: true } })
    expect(events.every(({ data }) => data.object === 'response.chunk' && data.id === fullReply.id)).toBe(true)
    expect(events.map(({ data }) => data.choices[0].delta.content ?? '').join('')).toBe(fullReply.output[0].content[0].text)
    expect(events.at(-1)?.data).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: fullReply.usage })
    const options = { include_usage: false }
    const calls = await stream(path, {
      model: textModel,
      input: 'Is The Tide Atlas in stock?',
      tools,
      stream: true,
      stream_options: options,
    })
    expect(calls.at(-2)?.data.choices[0].delta.tool_calls[0].function.name).toBe('find_stock')
    expect(calls.at(-1)?.data.usage).toBeUndefined()
  })

  it('reject references that do not exist', async ({ inference: { post } }) => {
    expect(await post(path, { ...question, model: 'gpt-9' })).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } })
    expect(await post(path, { ...question, tools: [{ type: 'function' }] })).toMatchObject({
      status: 422,
      body: { message: 'tools.0.name: must be given' },
    })
    expect(await post(path, { ...question, stream_options: {} })).toMatchObject({ status: 422 })
  })
})

describe('messages', () => {
  const path = '/v1/messages'
  const question = { model: textModel, max_tokens: 200, messages: createMessages('Do you have tide tables?') }
  const tools = [{ name: findStock.name, description: findStock.description, input_schema: findStock.parameters }]

  it('return blocks of text', async ({ inference: { post } }) => {
    const { status, body } = await post(path, { ...question, system: [{ type: 'text', text: 'Be kind.' }], speed: 'fast' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: textModel,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { speed: 'fast' },
    })
    expect(body.id).toMatch(/^msg_/)
    expect(body.content[0].text).toContain('tide tables')
    expect((await post(path, { ...question, max_tokens: 3 })).body).toMatchObject({
      stop_reason: 'max_tokens',
      usage: { output_tokens: 3 },
    })
    expect((await post(path, { ...question, stop_sequences: ['tide'] })).body).toMatchObject({
      stop_reason: 'stop_sequence',
      stop_sequence: 'tide',
    })
  })

  it('use a tool and continue after its result', async ({ inference: { post } }) => {
    const messages = createMessages('Is The Tide Atlas in stock?')
    const { body } = await post(path, { ...question, messages, tools })
    expect(body).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', name: 'find_stock', input: { title: 'The Tide Atlas' } }],
    })
    const result = [{ type: 'tool_result', tool_use_id: body.content[0].id, content: '2' }] as const
    const next = await post(path, {
      ...question,
      tools,
      messages: [...messages, { role: 'assistant', content: body.content }, { role: 'user', content: result }],
    })
    expect(next.body).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text', text: expect.stringContaining('2') }] })
    expect(await post(path, { ...question, messages: [{ role: 'user', content: result }] })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^messages\.0\.content\.0\.tool_use_id: /) },
    })
  })

  it('follow tool_choice', async ({ inference: { post } }) => {
    const reason = async (choice: unknown) => {
      const { status, body } = await post(path, {
        ...question,
        messages: createMessages('Good morning!'),
        tools,
        tool_choice: forbidden(choice),
      })
      return status === 200 ? body.stop_reason : body.message
    }
    expect(await reason({ type: 'any' })).toBe('tool_use')
    expect(await reason({ type: 'tool', name: 'find_stock' })).toBe('tool_use')
    expect(await reason({ type: 'auto' })).toBe('end_turn')
    expect(await reason('none')).toBe('end_turn')
    expect(await reason({ type: 'tool' })).toBe('tool_choice.name: must be given')
    expect(await reason('often')).toMatch(/^tool_choice: must be one of /)
  })

  it('stream named events', async ({ inference: { post, stream } }) => {
    const fullReply = (await post(path, question)).body
    const events = await stream(path, { ...question, stream: true })
    expect(events.every(({ name, data }) => name === data.type)).toBe(true)
    const names = events.map(({ name }) => name)
    expect([names[0], names[1], ...names.slice(-3)]).toEqual([
      'message_start',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(events[0]?.data.message).toMatchObject({ id: fullReply.id, content: [], stop_reason: null })
    expect(events.map(({ data }) => data.delta?.text ?? '').join('')).toBe(fullReply.content[0].text)
    expect(events.at(-2)?.data).toMatchObject({
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: fullReply.usage.output_tokens },
    })
    const used = await stream(path, { ...question, messages: createMessages('Is The Tide Atlas in stock?'), tools, stream: true })
    expect(JSON.parse(used.map(({ data }) => data.delta?.partial_json ?? '').join(''))).toEqual({ title: 'The Tide Atlas' })
  })
})

describe('an agent', () => {
  it('[parts-agent-address] replies at its own path with any model name', async ({ inference: { post, stream } }) => {
    const path = '/api/v1/chat/completions'
    const { status, body } = await post(`${path}?agent=true`, { model: 'n/a', messages: createMessages('When will my order arrive?') })
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'chat.completion', choices: [{ finish_reason: 'stop' }] })
    const events = await stream(path, { model: 'n/a', messages: createMessages('When will my order arrive?'), stream: true })
    expect(events.at(-1)?.data.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
  })

  it('accepts a key as x-api-key, but no control token', async ({ inference: { ask, token, tokens } }) => {
    const send = async (key: string) => (await ask('GET', '/v1/models', undefined, { token: '', headers: { 'x-api-key': key } })).status
    expect([await send(token), await send(tokens.full), await send('')]).toEqual([200, 401, 401])
  })

  it('rejects a control token with an error in the format of model clients', async ({ inference: { ask, tokens } }) => {
    const response = await ask(
      'POST',
      '/api/v1/chat/completions',
      { model: 'n/a', messages: createMessages('Hello') },
      { token: tokens.full },
    )
    expect(response).toMatchObject({ status: 401, body: { id: 'unauthorized', error: { code: 'invalid_api_key' } } })
  })
})
