import { describe, expect } from 'vitest'
import { findStock, it, createInferenceSandbox, createMessages, textModel } from '../../test/inference/inference-sandbox.ts'
import { type BodyAt, forbidden } from '../../test/operation-at.ts'

const path = '/v1/chat/completions'

type Part = Exclude<NonNullable<BodyAt<'post', typeof path>['messages'][number]['content']>, string>[number]

const ask = (...content: readonly Part[]) => ({ model: textModel, messages: [{ role: 'user', content }] }) as const
const text = (words: string) => ({ type: 'text', text: words }) as const
const picture = (url = 'https://shop.example/window.jpg', detail: 'auto' | 'high' = 'auto') =>
  ({ type: 'image_url', image_url: { url, detail } }) as const

describe('content in parts', () => {
  it('gives the same reply as the joined text', async ({ inference: { post } }) => {
    const parts = (await post(path, ask(text('Do you have'), text('tide tables?')))).body
    const fullReply = (await post(path, { model: textModel, messages: createMessages('Do you have\ntide tables?') })).body
    expect(parts.choices).toEqual(fullReply.choices)
    expect(parts.usage).toEqual(fullReply.usage)
    expect(parts.choices[0].message.content).toContain('“Do you have tide tables?”')
  })

  it('is accepted from every role, also for function results', async ({ inference: { post } }) => {
    const tools = [{ type: 'function', function: findStock }] as const
    const messages = [
      { role: 'system', content: [text('You sell books.')] },
      { role: 'developer', content: [text('Be brief.')] },
      { role: 'assistant', content: [text('Hello.'), { type: 'refusal', refusal: 'I cannot say more.' }] },
      { role: 'user', content: [text('Is The Tide Atlas in stock?')] },
    ] as const
    const first = (await post(path, { model: textModel, messages, tools })).body.choices[0].message
    expect(JSON.parse(first.tool_calls[0].function.arguments)).toEqual({ title: 'The Tide Atlas' })
    const result = { role: 'tool', tool_call_id: first.tool_calls[0].id, content: [text('two'), text('copies')] } as const
    const next = await post(path, { model: textModel, messages: [...messages, first, result], tools })
    expect(next.body.choices[0].message.content).toContain('“two copies”')
  })

  it('counts the same number of tokens for every image', async ({ inference: { post } }) => {
    const reply = async (...content: Part[]) => {
      const { status, body } = await post(path, ask(...content))
      expect(status, body.message).toBe(200)
      return { said: body.choices[0].message.content as string, read: body.usage.prompt_tokens as number }
    }
    const none = await reply(text('What is it?'))
    const one = await reply(text('What is it?'), picture())
    const other = await reply(text('What is it?'), picture(`DATA:image/png;base64,${'A'.repeat(10_000)}`, 'high'))
    const two = await reply(picture(), picture('http://shop.example/b.png', forbidden(null)), text('What is it?'))
    expect(one.said).toContain('You asked about “What is it?” and a picture.')
    expect(two.said).toContain('“What is it?” and 2 pictures.')
    expect((await reply(picture())).said).toContain('You asked about a picture.')
    expect([one.read - none.read, other.read - none.read, two.read - none.read]).toEqual([85, 85, 170])
    expect(await reply(text('What is it?'), picture())).toEqual(one)
  })

  it('works in streams and for agents', async ({ inference: { stream, post } }) => {
    const question = ask(text('What is it?'), picture())
    const { content } = (await post(path, question)).body.choices[0].message
    const events = await stream(path, { ...question, stream: true })
    expect(events.map(({ data }) => data.choices[0].delta.content ?? '').join('')).toBe(content)
    expect((await post(`/api${path}`, question)).body.choices[0].message.content).toBe(content)
    expect(await post(`/api${path}`, ask(picture('file:///a')))).toMatchObject({ status: 422 })
  })

  it.each([
    { name: 'no parts', content: [], field: 'messages.0.content' },
    { name: 'an unknown kind', content: [text('x'), { type: 'input_audio', input_audio: {} }], field: 'messages.0.content.1.type' },
    { name: 'no kind', content: [text('x'), { text: 'x' }], field: 'messages.0.content.1.type' },
    { name: 'a bare text among parts', content: [text('x'), 'x'], field: 'messages.0.content.1' },
    { name: 'a text without words', content: [{ type: 'text' }], field: 'messages.0.content.0.text' },
    { name: 'a picture for instructions', role: 'system', content: [text('x'), picture()], field: 'messages.0.content.1.type' },
    { name: 'a picture from the model', role: 'assistant', content: [picture()], field: 'messages.0.content.0.type' },
    { name: 'a refusal of the person', content: [{ type: 'refusal', refusal: 'x' }], field: 'messages.0.content.0.type' },
    { name: 'a picture in a file', content: [picture('file:///window.jpg')], field: 'messages.0.content.0.image_url.url' },
    { name: 'a picture nowhere', content: [picture('https://')], field: 'messages.0.content.0.image_url.url' },
    {
      name: 'a bare address',
      content: [{ type: 'image_url', image_url: 'https://shop.example/a' }],
      field: 'messages.0.content.0.image_url',
    },
    {
      name: 'an unknown detail',
      content: [{ type: 'image_url', image_url: { url: 'https://shop.example/a', detail: 'much' } }],
      field: 'messages.0.content.0.image_url.detail',
    },
  ])('is rejected: $name', async ({ role = 'user', content, field }) => {
    const { status, body } = await createInferenceSandbox().post(path, forbidden({ model: textModel, messages: [{ role, content }] }))
    expect(status).toBe(422)
    // One sentence, about the part at fault alone.
    expect(body.message).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')}: [^;]+$`))
  })
})
