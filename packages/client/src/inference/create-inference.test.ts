/** Models and agents of the sandbox: a streamed reply is equal to a plain one. */
import { onTestFinished, describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createTestCloud } from '../testing/index.ts'
import { createInference } from './create-inference.ts'
import { decodeEmbedding } from './decode-embedding.ts'
import { StreamInterruptedError } from './stream-error.ts'

const model = 'llama3.3-70b-instruct'
const thinkingModel = 'deepseek-r1-distill-llama-70b'
const messages = [{ role: 'user' as const, content: 'Do you have tide tables?' }]
const findStock = {
  name: 'find_stock',
  description: 'How many of a book are in stock',
  parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
}

async function createSandboxInference() {
  const platform = await createTestCloud()
  onTestFinished(() => platform.close())
  return { ...platform, inference: createInference(platform.options) }
}

describe('chat', () => {
  it.each([
    { what: 'text', more: {} },
    { what: 'thoughts', more: { model: thinkingModel } },
    { what: 'several choices', more: { n: 3 } },
    { what: 'a limit', more: { max_tokens: 5 } },
    { what: 'no text at all', more: { max_tokens: 0 } },
    { what: 'log probabilities', more: { max_tokens: 3, logprobs: true, top_logprobs: 2 } },
    {
      what: 'a function call',
      more: {
        messages: [{ role: 'user' as const, content: 'Is The Tide Atlas in stock?' }],
        tools: [{ type: 'function' as const, function: findStock }],
      },
    },
  ])('streams what comes at once: $what', async ({ more }) => {
    const { inference } = await createSandboxInference()
    const requests = { model, messages, ...more }
    const fullReply = await inference.chat(requests)
    const chat = inference.chat({ ...requests, stream: true, stream_options: { include_usage: true } })
    const streamed = await chat.finalReply()
    const hideIds = (text: string) => text.replaceAll(/"(id|created)":("[^"]*"|\d+)/g, '"$1":0')
    expect(JSON.parse(hideIds(JSON.stringify(streamed)))).toEqual(JSON.parse(hideIds(JSON.stringify(fullReply))))
    expect(await chat.finalText()).toBe(fullReply.choices[0]?.message.content ?? '')
  })

  it('reports the partial reply when the platform cuts the stream', async () => {
    const { inference, fail } = await createSandboxInference()
    const fullReply = (await inference.chat({ model, messages })).choices[0]?.message.content
    await fail({ operation: 'chat_completions_create', cut: 'middle', times: 1 })
    const error = await catchError(inference.chat({ model, messages, stream: true }).finalText(), StreamInterruptedError)
    const { text } = error.partial
    expect(text).not.toBe('')
    expect(fullReply?.startsWith(text)).toBe(true)
  })

  it('rejects a token of the control API', async () => {
    const { options, sandbox } = await createSandboxInference()
    const inference = createInference({ ...options, apis: {}, key: sandbox.credentials().tokens.full })
    expect(await catchError(inference.chat({ model, messages }))).toMatchObject({ status: 401 })
  })
})

describe('the whole client', () => {
  it('streams chats, responses, messages and images', async () => {
    const { cloud } = await createSandboxInference()
    const chat = cloud.chat.completions.create({ model, messages, stream: true })
    let text = ''
    for await (const chunk of chat.textStream) text += chunk
    expect(text).not.toBe('')
    expect(await chat.finalMessage()).toMatchObject({ role: 'assistant', content: text })
    expect((await chat.finalReply()).choices[0]?.message).toEqual(await chat.finalMessage())
    expect((await chat.asResponse()).status).toBe(200)
    const response = cloud.responses.create({ model, input: 'Do you have tide tables?', stream: true })
    expect(await response.finalMessage()).toMatchObject({ type: 'message', content: [{ text: await response.finalText() }] })
    const message = cloud.messages.create({ model, max_tokens: 64, messages, stream: true })
    expect((await message.finalMessage()).content).toMatchObject([{ type: 'text', text: await message.finalText() }])
    const image = cloud.imageGenerations.create({ model: 'openai-gpt-image-1', prompt: 'A lighthouse', n: 1, stream: true })
    expect((await image.finalReply())?.b64_json).toBeTypeOf('string')
  })

  it('returns a stream that can be awaited or passed on unread', async () => {
    const { cloud } = await createSandboxInference()
    const stream = cloud.chat.completions.create({ model, messages, stream: true })
    expect(await (stream as unknown)).toBe(stream)
    expect(await (await stream.asResponse()).text()).toContain('data: [DONE]')
  })

  it('rejects reads, but not the program, when the request is rejected', async () => {
    const { cloud } = await createSandboxInference()
    const stream = cloud.chat.completions.create({ model: 'no-such-model', messages, stream: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await catchError(stream.finalText())).toMatchObject({ status: 404 })
    expect(await catchError(stream.asResponse())).toMatchObject({ status: 404 })
  })
})

describe('the other formats', () => {
  it('streams responses', async () => {
    const { inference } = await createSandboxInference()
    const fullReply = await inference.responses({ model, input: 'Do you have tide tables?' })
    const responses = inference.responses({
      model,
      input: 'Do you have tide tables?',
      stream: true,
      stream_options: { include_usage: true },
    })
    const text = await responses.finalText()
    const { output, status, usage } = await responses.finalReply()
    expect(text).toBe(fullReply.output[0]?.content?.[0]?.text)
    expect(output).toMatchObject([{ type: 'message', content: [{ type: 'output_text', text }] }])
    expect([status, usage?.total_tokens]).toEqual(['completed', fullReply.usage.total_tokens])
  })

  it('streams responses with reasoning or a function call', async () => {
    const { inference } = await createSandboxInference()
    const thinking = { model: thinkingModel, input: 'Do you have tide tables?' }
    expect((await inference.responses({ ...thinking, stream: true }).finalReply()).output.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
    ])
    const requests = {
      model,
      input: 'Is The Tide Atlas in stock?',
      tools: [{ type: 'function' as const, ...findStock }],
      tool_choice: 'required' as const,
    }
    const { output } = await inference.responses({ ...requests, stream: true }).finalReply()
    expect(output).toMatchObject([{ type: 'function_call', name: 'find_stock', arguments: '{"title":"The Tide Atlas"}' }])
  })

  it('streams messages', async () => {
    const { inference } = await createSandboxInference()
    const requests = { model, max_tokens: 64, messages }
    const fullReply = await inference.messages(requests)
    const stream = inference.messages({ ...requests, stream: true })
    const reply = await stream.finalReply()
    expect({ ...reply, id: '' }).toEqual({ ...fullReply, id: '' })
    expect(await stream.finalText()).toBe((fullReply.content[0] as { text?: string }).text)
  })

  it('streams messages that use a tool', async () => {
    const { inference } = await createSandboxInference()
    const { name, description, parameters } = findStock
    const requests = {
      model,
      max_tokens: 64,
      messages: [{ role: 'user' as const, content: 'Is The Tide Atlas in stock?' }],
      tools: [{ name, description, input_schema: parameters }],
    }
    const { content, stop_reason: reason } = await inference.messages({ ...requests, stream: true }).finalReply()
    expect(reason).toBe('tool_use')
    expect(content).toMatchObject([{ type: 'tool_use', name: 'find_stock', input: { title: 'The Tide Atlas' } }])
  })

  it('streams images with previews', async () => {
    const { inference } = await createSandboxInference()
    const requests = { model: 'openai-gpt-image-1', prompt: 'A lighthouse', n: 1 }
    const fullReply = await inference.images(requests)
    const stream = inference.images({ ...requests, stream: true, partial_images: 2 })
    const types: string[] = []
    for await (const { type } of stream) types.push(type)
    expect(types).toHaveLength(2)
    expect(await stream.finalReply()).toMatchObject({ type: types.at(-1), b64_json: fullReply.data[0]?.b64_json })
  })

  it('lists models', async () => {
    const { inference } = await createSandboxInference()
    expect((await inference.models()).map(({ id }) => id)).toContain(model)
  })
})

describe('agents', () => {
  it('reply at once and streamed', async () => {
    const { inference, cloud, advance } = await createSandboxInference()
    const { models } = await cloud.genaiModels.list()
    const { projects } = await cloud.projects.list()
    await cloud.agents.create({
      body: {
        name: 'clerk',
        model_uuid: models!.find(({ id }) => id === model)!.uuid!,
        instruction: 'Be kind.',
        project_id: projects[0]!.id!,
        region: 'tor1',
      },
    })
    await advance(600)
    const fullReply = await inference.agent({ model: 'n/a', messages })
    const text = await inference.agent({ model: 'n/a', messages, stream: true }).finalText()
    expect(text).toBe(fullReply.choices[0]?.message.content)
    expect(text).not.toBe('')
  })
})

describe('embeddings', () => {
  it('are numbers in any encoding', async () => {
    const bodies: string[] = []
    const { options, sandbox } = await createSandboxInference()
    const inference = createInference({
      ...options,
      fetch: async (url, init) => (bodies.push(String(init.body)), sandbox.fetch(url, init)),
    })
    const requests = { model: 'gte-large-en-v1.5', input: ['A history of the tides', 'Knots for beginners'] }
    const packed = await inference.embeddings(requests)
    const plain = await inference.embeddings({ ...requests, encoding_format: 'float' })
    expect(bodies.map((each) => (JSON.parse(each) as { encoding_format: string }).encoding_format)).toEqual(['base64', 'float'])
    expect(packed).toEqual(plain)
    expect(packed.data.map(({ embedding }) => embedding.length)).toEqual([1024, 1024])
  })

  it.each([
    { input: '', expected: [] },
    { input: 'AACAPwAAAMA=', expected: [1, -2] },
    { input: [0.5], expected: [0.5] },
  ])('of $input', ({ input, expected }) => {
    expect(decodeEmbedding(input)).toEqual(expected)
  })

  it('are rejected if they are not floats', () => {
    expect(() => decodeEmbedding('AAAA')).toThrow('3 bytes')
  })
})
