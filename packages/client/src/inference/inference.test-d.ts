/** Type tests of inference. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type { ChatCompletion, ChatCompletionChunk, ChatContentPart, ChatMessage } from '@spindrift/types/chat'
import { expectTypeOf, test } from 'vitest'
import type { Call } from '../call.ts'
import { type ChatStream, createInference, type ImageStream, type MessageStream, type StreamedCompletion } from './index.ts'

const inference = createInference({ key: 'sk-do-…' })
const requests = { model: 'm', messages: [{ role: 'user' as const, content: 'When?' }] }

test('`stream` selects the result type', () => {
  expectTypeOf(inference.chat(requests)).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(inference.chat({ ...requests, stream: false })).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(inference.chat({ ...requests, stream: true })).toEqualTypeOf<ChatStream>()
  expectTypeOf(inference.agent({ ...requests, stream: true })).toEqualTypeOf<ChatStream>()
  expectTypeOf(inference.messages({ ...requests, max_tokens: 9, stream: true })).toEqualTypeOf<MessageStream>()
  expectTypeOf(inference.images({ model: 'm', prompt: 'p', n: 1, stream: true })).toEqualTypeOf<ImageStream>()
})

test('streams have exact types', () => {
  const chat = inference.chat({ ...requests, stream: true })
  expectTypeOf(chat.finalText()).resolves.toBeString()
  expectTypeOf(chat.finalReply()).resolves.toEqualTypeOf<StreamedCompletion>()
  expectTypeOf(chat).toExtend<AsyncIterable<ChatCompletionChunk>>()
  expectTypeOf(chat.textStream).toEqualTypeOf<AsyncIterable<string>>()
  expectTypeOf(chat.finalMessage()).resolves.toEqualTypeOf<ChatCompletion['choices'][number]['message']>()
  expectTypeOf<StreamedCompletion['choices'][number]['message']>().toEqualTypeOf<ChatCompletion['choices'][number]['message']>()
})

test('a message is a text or a list of parts', () => {
  const parts: ChatContentPart[] = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,…' } },
  ]
  void inference.chat({ model: 'm', messages: [{ role: 'user', content: parts }] })
  void inference.agent({ model: 'm', messages: [{ role: 'assistant', content: null }], stream: true })
  // @ts-expect-error there is no such part
  void inference.chat({ model: 'm', messages: [{ role: 'user', content: [{ type: 'sound' }] }] })
  // @ts-expect-error a reply is text
  expectTypeOf<ChatCompletion['choices'][number]['message']['content']>().toEqualTypeOf<ChatMessage['content']>()
  void inference.embeddings({ model: 'm', input: [[32, 3892], [315]] })
  void inference.embeddings({ model: 'm', input: [32, 3892] })
})

test('embeddings are numbers', () => {
  expectTypeOf<Awaited<ReturnType<typeof inference.embeddings>>['data'][number]['embedding']>().toEqualTypeOf<number[]>()
})

test('invalid calls do not compile', () => {
  // @ts-expect-error messages are missing
  void inference.chat({ model: 'm' })
  // @ts-expect-error it is `content`
  void inference.chat({ model: 'm', messages: [{ role: 'user', text: 'When?' }] })
  // @ts-expect-error a plain reply has no pieces
  void inference.chat(requests).textStream
  // @ts-expect-error an image has no text
  void inference.images({ model: 'm', prompt: 'p', n: 1, stream: true }).finalText()
  // @ts-expect-error it is `key`
  createInference({ token: 'sk-do-…' })
})
