import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createRefuser } from './refuse-malformed.ts'

const closed = () => new PassThrough().end()

it.each([
  { given: 'a connection that its client has reset', code: 'ECONNRESET', socket: () => new PassThrough(), answers: 0 },
  { given: 'one that takes nothing any more', code: 'HPE_INVALID_METHOD', socket: closed, answers: 0 },
  { given: 'one that is open', code: 'HPE_INVALID_METHOD', socket: () => new PassThrough(), answers: 1 },
])('$given gets $answers answers', ({ code, socket: open, answers }) => {
  const gather = vi.fn<Parameters<typeof createRefuser>[0]>()
  const refuse = createRefuser(gather)
  const socket = open()
  refuse(Object.assign(new Error('broken'), { code }), socket)
  // The parser may complain again of what follows.
  refuse(Object.assign(new Error('broken'), { code }), socket)
  expect(gather.mock.calls.map(([{ refused }]) => refused)).toEqual(answers === 1 ? [400] : [])
  expect(socket.destroyed).toBe(answers === 0)
})
