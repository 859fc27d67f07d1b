/** The reply does not depend on how it is split into chunks. */
import type { ChatCompletionChunk } from '@spindrift/types/chat'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { collectChat } from './collect-chat.ts'

type Delta = ChatCompletionChunk['choices'][number]['delta']

function createChunk(index: number, delta: Delta, reason: 'stop' | 'tool_calls' | null = null): ChatCompletionChunk {
  const choices = [{ index, delta, finish_reason: reason, logprobs: null }]
  return { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm', choices } as ChatCompletionChunk
}

/** Splits a text at the cuts, which may repeat. */
function cut(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return places.slice(1).map((end, at) => text.slice(places[at], end))
}

const cuts = fc.array(fc.nat(100), { maxLength: 6 })
const replies = fc.record({ text: fc.string({ minLength: 1 }), thoughts: fc.string(), cuts })
const call = fc.record({ id: fc.string({ minLength: 1 }), name: fc.string({ minLength: 1 }), input: fc.json(), cuts })

it('assembles interleaved texts and reasoning of several choices', () => {
  fc.assert(
    fc.property(fc.array(replies, { minLength: 1, maxLength: 3 }), fc.infiniteStream(fc.nat(2)), (choices, turns) => {
      const waiting = choices.map(({ text, thoughts, cuts: places }, index) => [
        ...cut(thoughts, places).map((chunk) => createChunk(index, { reasoning_content: chunk })),
        ...cut(text, places).map((chunk) => createChunk(index, { content: chunk })),
        createChunk(index, {}, 'stop'),
      ])
      const collector = collectChat()
      let first = ''
      for (const turn of turns) {
        const left = waiting.filter((chunks) => chunks.length > 0)
        const chunk = left[turn % left.length]?.shift()
        if (!chunk) break
        collector.add(chunk)
        first += collector.textOf(chunk)
      }
      const reply = collector.reply()
      expect(reply.choices.map(({ message }) => [message.content, message.reasoning_content ?? ''])).toEqual(
        choices.map(({ text, thoughts }) => [text, thoughts]),
      )
      expect(reply.choices.map(({ index, finish_reason: reason }) => [index, reason])).toEqual(choices.map((_, at) => [at, 'stop']))
      expect(first).toBe(choices[0]?.text)
    }),
  )
})

it('assembles function calls with arguments in pieces', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (calls) => {
      const collector = collectChat()
      for (const [index, { id, name, input, cuts: places }] of calls.entries()) {
        const [head = '', ...rest] = cut(input, places)
        collector.add(createChunk(0, { tool_calls: [{ index, id, type: 'function', function: { name, arguments: head } }] }))
        for (const chunk of rest) collector.add(createChunk(0, { tool_calls: [{ index, function: { arguments: chunk } }] }))
      }
      collector.add(createChunk(0, {}, 'tool_calls'))
      const [choice] = collector.reply().choices
      expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
      expect(choice?.message.tool_calls).toEqual(
        calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } })),
      )
    }),
  )
})

it('assembles several choices in one chunk, in any order', () => {
  const collector = collectChat()
  const both = {
    ...createChunk(1, { content: 'b' }),
    choices: [...createChunk(1, { content: 'b' }).choices, ...createChunk(0, { content: 'a' }).choices],
  }
  collector.add(both)
  expect(collector.textOf(both)).toBe('a')
  expect(collector.reply().choices.map(({ message }) => message.content)).toEqual(['a', 'b'])
})
