import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createBodyReader } from './read-body.ts'

const mebibyte = 1024 * 1024

function createUpload(readBody: ReturnType<typeof createBodyReader>) {
  const request = Object.assign(new EventEmitter(), { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  const results: (number | string | undefined)[] = []
  // The reader uses the method, the headers and the events of a request.
  readBody(request as unknown as IncomingMessage, (body, status) => results.push(status ?? body?.length))
  return {
    results,
    send: (bytes: number) => request.emit('data', Buffer.alloc(bytes)),
    end: () => request.emit('end'),
    close: () => request.emit('close'),
  }
}

it('rejects large bodies while 64 MiB are being received, and accepts small ones', () => {
  const readBody = createBodyReader()
  const uploads = Array.from({ length: 70 }, () => createUpload(readBody))
  for (const { send } of uploads) send(mebibyte)
  const rejected = uploads.filter(({ results }) => results[0] === 503)
  expect([rejected.length, uploads.slice(0, 60).every(({ results }) => results.length === 0)]).toEqual([5, true])
  const small = createUpload(readBody)
  small.send(16 * 1024)
  small.end()
  expect(small.results).toEqual([16 * 1024])
})

it.each(['end', 'close'] as const)('accepts large bodies again after the %s of others', (event) => {
  const readBody = createBodyReader()
  for (let round = 0; round < 3; round += 1) {
    const uploads = Array.from({ length: 60 }, () => createUpload(readBody))
    for (const { send } of uploads) send(mebibyte)
    for (const upload of uploads) upload[event]()
    expect(uploads.flatMap(({ results }) => results).filter((each) => each === 503)).toEqual([])
  }
})

it('rejects a body of more than 1 MiB once', () => {
  const { send, end, results } = createUpload(createBodyReader())
  send(mebibyte)
  send(1)
  send(1)
  end()
  expect(results).toEqual([413])
})
