/** Tests `@anthropic-ai/sdk` with the `baseURL` option. */
import Anthropic, { AuthenticationError } from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'

const platform = await usePlatform()
const client = new Anthropic({ authToken: platform.inferenceKey, apiKey: null, baseURL: platform.url, maxRetries: 0 })

const request = {
  model: 'anthropic-claude-sonnet',
  max_tokens: 200,
  messages: [{ role: 'user' as const, content: 'Who binds the books?' }],
}
const tools = [
  { name: 'look_up_sales', input_schema: { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] } },
]

it('returns the same message, complete and streamed', async () => {
  const fullReply = await client.messages.create(request)
  expect(fullReply.content[0]?.type).toBe('text')
  const stream = client.messages.stream(request)
  const final = await stream.finalMessage()
  expect(final.content).toMatchObject(fullReply.content)
  expect(final.usage.output_tokens).toBe(fullReply.usage.output_tokens)
  expect(await stream.finalText()).toBe(fullReply.content[0]?.type === 'text' && fullReply.content[0].text)
})

it('calls a tool and continues with its result', async () => {
  const first = await client.messages.create({ ...request, tools, tool_choice: { type: 'tool', name: 'look_up_sales' } })
  const use = first.content.find(({ type }) => type === 'tool_use')
  if (use?.type !== 'tool_use') throw new Error('No tool was called.')
  expect(use.input).toHaveProperty('town')
  const second = await client.messages.create({
    ...request,
    tools,
    messages: [
      ...request.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: '12 copies' }] },
    ],
  })
  expect(second.stop_reason).toBe('end_turn')
})

it('streams the input of a tool as JSON', async () => {
  const stream = client.messages.stream({ ...request, tools, tool_choice: { type: 'any' } })
  const chunks: string[] = []
  stream.on('inputJson', (chunk) => chunks.push(chunk))
  const final = await stream.finalMessage()
  expect(final.stop_reason).toBe('tool_use')
  expect(JSON.parse(chunks.join(''))).toHaveProperty('town')
})

it('throws its error classes', async () => {
  const stranger = new Anthropic({ authToken: 'nobody', apiKey: null, baseURL: platform.url, maxRetries: 0 })
  await expect(stranger.messages.create(request)).rejects.toBeInstanceOf(AuthenticationError)
})

it('accepts the key as apiKey', async () => {
  const keyed = new Anthropic({ apiKey: platform.inferenceKey, authToken: null, baseURL: platform.url, maxRetries: 0 })
  expect((await keyed.messages.create(request)).role).toBe('assistant')
})
