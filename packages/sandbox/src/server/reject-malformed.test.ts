import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createClientErrorHandler } from './reject-malformed.ts'

const closed = () => new PassThrough().end()

it.each([
  { name: 'a connection that its client has reset', code: 'ECONNRESET', socket: () => new PassThrough(), answers: 0 },
  { name: 'one that takes nothing any more', code: 'HPE_INVALID_METHOD', socket: closed, answers: 0 },
  { name: 'one that is open', code: 'HPE_INVALID_METHOD', socket: () => new PassThrough(), answers: 1 },
])('sends $answers responses to $name', ({ code, socket: open, answers }) => {
  const submitRequest = vi.fn<Parameters<typeof createClientErrorHandler>[0]>()
  const refuse = createClientErrorHandler(submitRequest)
  const socket = open()
  refuse(Object.assign(new Error('broken'), { code }), socket)
  // The parser may report further errors for the rest.
  refuse(Object.assign(new Error('broken'), { code }), socket)
  expect(submitRequest.mock.calls.map(([{ rejectStatus: rejected }]) => rejected)).toEqual(answers === 1 ? [400] : [])
  expect(socket.destroyed).toBe(answers === 0)
})
