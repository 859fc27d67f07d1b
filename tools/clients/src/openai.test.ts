/** Tests `openai` with the `baseURL` option. */
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'

const platform = await usePlatform()
const client = new OpenAI({ apiKey: platform.inferenceKey, baseURL: `${platform.url}/v1`, maxRetries: 0 })

const model = 'llama3.3-70b-instruct'
const messages = [{ role: 'user', content: 'What are the sales of Lisbon?' }] as const
const lookUp = {
  type: 'function',
  function: {
    name: 'look_up_sales',
    description: 'Sales of a town',
    parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
  },
} satisfies OpenAI.Chat.Completions.ChatCompletionFunctionTool

it('lists models', async () => {
  const ids: string[] = []
  for await (const { id } of client.models.list()) ids.push(id)
  expect(ids).toContain(model)
})

it('returns the same text and usage, complete and streamed', async () => {
  const fullReply = await client.chat.completions.create({ model, messages: [...messages] })
  expect(fullReply.choices[0]?.finish_reason).toBe('stop')
  const stream = client.chat.completions.stream({ model, messages: [...messages], stream_options: { include_usage: true } })
  const final = await stream.finalChatCompletion()
  expect(final.choices[0]?.message.content).toBe(fullReply.choices[0]?.message.content)
  expect(final.usage).toMatchObject({ total_tokens: fullReply.usage?.total_tokens })
})

it('accepts images in message parts', async () => {
  const tide = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } } as const
  const parts = {
    model,
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', content: [{ type: 'text', text: 'What is in this window?' }, tide] },
    ],
  } satisfies OpenAI.Chat.Completions.ChatCompletionCreateParams
  const fullReply = await client.chat.completions.create(parts)
  expect(fullReply.choices[0]?.message.content).toContain('“What is in this window?” and a picture')
  const final = await client.chat.completions.stream(parts).finalChatCompletion()
  expect(final.choices[0]?.message.content).toBe(fullReply.choices[0]?.message.content)
  const sound = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } } as const
  const failure = await client.chat.completions
    .create({ model, messages: [{ role: 'user', content: [sound] }] })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('messages.0.content.0.type') })
})

it('aborts the stream when the reader stops', async () => {
  const stream = await client.chat.completions.create({ model, messages: [...messages], stream: true })
  for await (const chunk of stream) {
    expect(chunk.object).toBe('chat.completion.chunk')
    break
  }
  expect(stream.controller.signal.aborted).toBe(true)
})

it('calls functions with the runner of the client', async () => {
  const inputs: unknown[] = []
  const runner = client.chat.completions.runTools({
    model,
    messages: [...messages],
    tools: [
      {
        type: 'function',
        function: {
          ...lookUp.function,
          parse: (text: string): object => JSON.parse(text) as object,
          function: (input: object) => {
            inputs.push(input)
            return '12 copies'
          },
        },
      },
    ],
  })
  expect(await runner.finalContent()).not.toBe('')
  expect(inputs.length).toBeGreaterThan(0)
  expect(inputs[0]).toHaveProperty('town')
})

it('streams the arguments of a function and forces a chosen one', async () => {
  const stream = client.chat.completions.stream({
    model,
    messages: [...messages],
    tools: [lookUp],
    tool_choice: { type: 'function', function: { name: 'look_up_sales' } },
  })
  const final = await stream.finalChatCompletion()
  const [call] = final.choices[0]?.message.tool_calls ?? []
  expect(call).toMatchObject({ type: 'function', function: { name: 'look_up_sales' } })
  expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toHaveProperty('town')
})

it('returns an object of a schema', async () => {
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, copies: { type: 'integer', minimum: 1 } },
    required: ['title', 'copies'],
    additionalProperties: false,
  }
  const parsed = await client.chat.completions.parse({
    model,
    messages: [...messages],
    response_format: { type: 'json_schema', json_schema: { name: 'sale', strict: true, schema } },
  })
  expect(parsed.choices[0]?.message.parsed).toMatchObject({ title: expect.any(String), copies: expect.any(Number) })
})

it('returns the same embeddings as base64 (default) and as floats', async () => {
  const input = ['tidal charts', 'bookbinding']
  const [packed, plain] = await Promise.all([
    client.embeddings.create({ model: 'gte-large-en-v1.5', input }),
    client.embeddings.create({ model: 'gte-large-en-v1.5', input, encoding_format: 'float' }),
  ])
  expect(packed.data).toHaveLength(2)
  expect(packed.data[0]?.embedding.length).toBeGreaterThan(100)
  expect(packed.data[1]?.embedding[3]).toBeCloseTo(plain.data[1]?.embedding[3] ?? Number.NaN, 6)
})

it('returns embeddings of token arrays', async () => {
  const create = async (input: number[] | number[][]) => client.embeddings.create({ model: 'gte-large-en-v1.5', input })
  const [one, several] = [await create([32, 3892, 315]), await create([[32, 3892, 315], [42]])]
  expect(several.data).toHaveLength(2)
  expect(several.data[0]?.embedding).toEqual(one.data[0]?.embedding)
  expect(several.usage.prompt_tokens).toBe(4)
})

it('creates responses, complete and streamed, with functions', async () => {
  const fullReply = await client.responses.create({ model: 'openai-gpt-oss-120b', input: 'Who binds the books?' })
  expect(fullReply.output_text).not.toBe('')
  let text = ''
  for await (const event of await client.responses.create({ model: 'openai-gpt-oss-120b', input: 'Who binds the books?', stream: true }))
    if (event.type === 'response.output_text.delta') text += event.delta
  expect(text).toBe(fullReply.output_text)
  const final = await client.responses.stream({ model: 'openai-gpt-oss-120b', input: 'Who binds the books?' }).finalResponse()
  expect([final.output_text, final.status, final.usage?.total_tokens]).toEqual([
    fullReply.output_text,
    'completed',
    fullReply.usage?.total_tokens,
  ])
  const called = await client.responses.create({
    model: 'openai-gpt-oss-120b',
    input: 'How many did we sell in Lisbon?',
    tools: [
      { type: 'function', strict: true, name: 'look_up_sales', parameters: { ...lookUp.function.parameters, additionalProperties: false } },
    ],
    tool_choice: { type: 'function', name: 'look_up_sales' },
  })
  const call = called.output.find(({ type }) => type === 'function_call')
  expect(call).toMatchObject({ name: 'look_up_sales' })
  if (call?.type !== 'function_call') return
  // Sends the calls back with their results, as in the documentation of the client.
  const output = { type: 'function_call_output', call_id: call.call_id, output: '12 copies' } as const
  const next = await client.responses.create({
    model: 'openai-gpt-oss-120b',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'How many did we sell in Lisbon?' }] }, call, output],
  })
  expect(next.output_text).toContain('12 copies')
})

it('streams function arguments and objects of a schema as responses', async () => {
  const parameters = { ...lookUp.function.parameters, additionalProperties: false }
  const stream = client.responses.stream({
    model: 'llama3.3-70b-instruct',
    input: 'How many did we sell in Lisbon?',
    tools: [{ type: 'function', strict: true, name: 'look_up_sales', parameters }],
    tool_choice: { type: 'function', name: 'look_up_sales' },
  })
  let text = ''
  stream.on('response.function_call_arguments.delta', ({ delta }) => (text += delta))
  const { output } = await stream.finalResponse()
  expect(output).toMatchObject([{ type: 'function_call', name: 'look_up_sales', arguments: text }])
  expect(JSON.parse(text)).toHaveProperty('town')
  const format = { type: 'json_schema', name: 'sale', strict: true, schema: parameters } as const
  const parsed = await client.responses.parse({ model: 'llama3.3-70b-instruct', input: 'Where do we sell?', text: { format } })
  expect(parsed.output_parsed).toHaveProperty('town')
})

it('generates an image', async () => {
  const { data } = await client.images.generate({ model: 'openai-gpt-image-1', prompt: 'a lighthouse', n: 1 })
  expect(
    Buffer.from(data?.[0]?.b64_json ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

it('throws its error classes', async () => {
  const stranger = new OpenAI({ apiKey: 'nobody', baseURL: `${platform.url}/v1`, maxRetries: 0 })
  await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError)
  const failure = await client.chat.completions.create({ model: 'no-such-model', messages: [...messages] }).catch((error: unknown) => error)
  expect(failure instanceof NotFoundError || failure instanceof BadRequestError).toBe(true)
  expect(failure).toMatchObject({ message: expect.stringContaining('no-such-model') })
})
