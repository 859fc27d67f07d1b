/** Requirements on the inference APIs: completions, stream chunks and embeddings. */
import { describe, expect } from 'vitest'
import type { MediaType } from '../../../../generators/model/api-model.ts'
import type { OperationEntry } from '../load-specification.ts'
import { parseEvents } from '../parse-events.ts'
import { rule } from '../rules/rule.ts'
import {
  expectEach,
  findReplyProperty,
  isOfType,
  findNamedSchema,
  findBodyProperty,
  listReplyExamples,
  listSuccesses,
} from './find-schema.ts'

interface Chunk {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly delta: { readonly role?: string; readonly content?: string }
    readonly finish_reason: string | null
  }[]
}

/** Checks the type of a property in every completion, or in the chunk schema. */
const expectInEach = (bound: readonly OperationEntry[], path: string, type: string) => {
  for (const { operation: each } of bound) expect(isOfType(findReplyProperty(each.id, path), type), `${each.id} ${path}`).toBe(true)
}
const expectRequired = (bound: readonly OperationEntry[], path: string, names: readonly string[]) =>
  expectEach(bound, ({ operation: { id } }) => names.every((name) => findReplyProperty(id, path).required?.includes(name)))
const expectInChunk = (path: string, type: string) => expect(isOfType(findNamedSchema('ChatCompletionChunk', path), type), path).toBe(true)

const getStream = (entry: OperationEntry) =>
  listSuccesses(entry)
    .flatMap(({ content }) => content)
    .find(({ mediaType }) => mediaType === 'text/event-stream') as MediaType

/** Stream examples of the specification, as text. */
const listStreams = (bound: readonly OperationEntry[]) =>
  bound.flatMap((entry) => getStream(entry).examples.map(({ value }) => String(value)))
const parseChunks = (text: string) =>
  parseEvents(text)
    .events.filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as Chunk)
const getLast = (text: string) => parseChunks(text).findLast(({ choices }) => choices.length > 0)?.choices[0]

describe('completions', () => {
  rule('chat-id', (bound) => expectInEach(bound, 'id', 'string'))
  rule('chat-object', (bound) =>
    expectEach(bound, ({ operation: { id } }) => findReplyProperty(id, 'object').enum?.join() === 'chat.completion'),
  )
  rule('chat-created', (bound) => expectInEach(bound, 'created', 'integer'))
  rule('chat-model', (bound) => expectInEach(bound, 'model', 'string'))
  rule('chat-choices', (bound) => {
    expectInEach(bound, 'choices.*.index', 'integer')
    expectRequired(bound, 'choices.*', ['index', 'message', 'finish_reason'])
  })
  rule('chat-message', (bound) => expectRequired(bound, 'choices.*.message', ['role', 'content']))
  rule('chat-usage', (bound) => {
    for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) expectInEach(bound, `usage.${name}`, 'integer')
    expectRequired(bound, '', ['usage'])
  })
  rule('chat-stream-default-false', () => {
    expect([
      isOfType(findBodyProperty('chat_completions_create', 'stream'), 'boolean'),
      findBodyProperty('chat_completions_create', 'stream').default,
    ]).toEqual([true, false])
    expect(findBodyProperty('chat_completions_create').required).not.toContain('stream')
  })
})

describe('chunks', () => {
  rule('chunk-id-created-model', (bound) => {
    for (const [name, type] of [
      ['id', 'string'],
      ['created', 'integer'],
      ['model', 'string'],
    ] as const) {
      expectInChunk(name, type)
      expectInEach(bound, name, type)
    }
  })
  rule('chunk-object', () => expect(findNamedSchema('ChatCompletionChunk', 'object').enum).toEqual(['chat.completion.chunk']))
  rule('chunk-choices', () =>
    expect(findNamedSchema('ChatCompletionChunk', 'choices.*').required).toEqual(
      expect.arrayContaining(['index', 'delta', 'finish_reason']),
    ),
  )
  rule('chunk-delta-optional', () => {
    for (const name of ['role', 'content']) expectInChunk(`choices.*.delta.${name}`, 'string')
    expect(findNamedSchema('ChatCompletionChunk', 'choices.*.delta').required ?? []).toEqual([])
  })
  rule('chunk-delta-empty-at-end', (bound) => {
    for (const text of listStreams(bound)) expect(getLast(text)?.delta).toEqual({})
  })
  rule('chunk-finish-reason', (bound) => {
    for (const text of listStreams(bound)) {
      const reasons = parseChunks(text).flatMap(({ choices }) => choices.map((choice) => choice.finish_reason))
      expect(reasons.slice(0, -1).every((reason) => reason === null)).toBe(true)
      expect(reasons.at(-1)).toEqual(expect.any(String))
    }
  })
})

describe('streams', () => {
  rule('stream-content-type', (bound) => {
    for (const entry of bound) expect(getStream(entry)?.mediaType, entry.operation.id).toBe('text/event-stream')
  })
  rule('stream-data-lines', (bound) => {
    for (const text of listStreams(bound)) {
      for (const line of text.split('\n').filter((each) => each !== '')) expect(line).toMatch(/^data: (\{.*\}|\[DONE\])$/)
    }
  })
  rule('stream-blank-lines', (bound) => {
    for (const text of listStreams(bound))
      expect(
        text
          .trimEnd()
          .split('\n\n')
          .filter((part) => part.includes('\n')),
      ).toEqual([])
  })
  rule('stream-final-chunk', (bound) => {
    for (const text of listStreams(bound)) expect(getLast(text)).toMatchObject({ delta: {}, finish_reason: expect.any(String) as string })
  })
  rule('stream-done', (bound) => {
    for (const text of listStreams(bound)) expect(text.trimEnd().split('\n').at(-1)).toBe('data: [DONE]')
  })
  rule('stream-concatenates', (bound) => {
    for (const entry of bound) {
      const [fullText] = listReplyExamples(entry.operation.id) as { choices: { message: { content: string } }[] }[]
      for (const text of listStreams([entry])) {
        const content = parseChunks(text)
          .flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ''))
          .join('')
        expect(content, entry.operation.id).toBe(fullText?.choices[0]?.message.content)
      }
    }
  })
})

describe('embeddings', () => {
  rule('version-embeddings-path', ([entry]) => expect(entry?.operation.path).toMatch(/^\/v1\//))
})
