/** What compiles of inference and what does not. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type { ChatCompletion, ChatCompletionChunk, ChatContentPart, ChatMessage } from '@spindrift/types/chat'
import type { ImageGenerationEvent } from '@spindrift/types/image-generations'
import type { MessageReply, MessageStreamEvent } from '@spindrift/types/messages'
import { expectTypeOf, test } from 'vitest'
import type { Call } from '../call.ts'
import { createInference, type EventStream, type StreamedCompletion, type TextStream } from './index.ts'

const inference = createInference({ key: 'sk-do-…' })
const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'When?' }] }

test('`stream` decides what comes back', () => {
  expectTypeOf(inference.chat(asked)).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(inference.chat({ ...asked, stream: false })).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(inference.chat({ ...asked, stream: true })).toEqualTypeOf<TextStream<ChatCompletionChunk, StreamedCompletion>>()
  expectTypeOf(inference.agent({ ...asked, stream: true })).toEqualTypeOf<TextStream<ChatCompletionChunk, StreamedCompletion>>()
  expectTypeOf(inference.messages({ ...asked, max_tokens: 9, stream: true })).toEqualTypeOf<TextStream<MessageStreamEvent, MessageReply>>()
  expectTypeOf(inference.images({ model: 'm', prompt: 'p', n: 1, stream: true })).toEqualTypeOf<
    EventStream<ImageGenerationEvent, ImageGenerationEvent | undefined>
  >()
})

test('what a stream gives', () => {
  const chat = inference.chat({ ...asked, stream: true })
  expectTypeOf(chat.text()).resolves.toBeString()
  expectTypeOf(chat.final()).resolves.toEqualTypeOf<StreamedCompletion>()
  expectTypeOf(chat[Symbol.asyncIterator]().next()).resolves.toEqualTypeOf<IteratorResult<ChatCompletionChunk, void>>()
  expectTypeOf<StreamedCompletion['choices'][number]['message']>().toEqualTypeOf<ChatCompletion['choices'][number]['message']>()
})

test('a message is a text or is made of parts', () => {
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

test('vectors are numbers', () => {
  expectTypeOf<Awaited<ReturnType<typeof inference.embeddings>>['data'][number]['embedding']>().toEqualTypeOf<number[]>()
})

test('what is wrong is an error', () => {
  // @ts-expect-error a question has messages
  void inference.chat({ model: 'm' })
  // @ts-expect-error it is `content`
  void inference.chat({ model: 'm', messages: [{ role: 'user', text: 'When?' }] })
  // @ts-expect-error what comes at once has no pieces
  void inference.chat(asked).pieces()
  // @ts-expect-error a picture has no text
  void inference.images({ model: 'm', prompt: 'p', n: 1, stream: true }).text()
  // @ts-expect-error it is `key`
  createInference({ token: 'sk-do-…' })
})
