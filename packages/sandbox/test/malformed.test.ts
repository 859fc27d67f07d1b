import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningSandbox } from '../src/start-sandbox.ts'
import { startTestSandbox } from './open-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ port: 0, seed: 7 })
})
afterAll(() => sandbox.close())

/** @returns everything that comes back until the sandbox ends the connection, or a while has passed */
function exchange(...bytes: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write(bytes.join('')))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.setTimeout(500, () => socket.destroy())
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

const get = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${sandbox.credentials().tokens.full}`, ...headers, '', ''].join('\r\n')
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

it('responds to malformed HTTP with an error and closes the connection', async () => {
  const text = await exchange('QWERTY\r\n\r\n')
  expect(statusesOf(text)).toEqual([400])
  expect(text).toContain('connection: close')
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ id: 'bad_request' })
})

it('responds to the requests before it', async () => {
  expect(statusesOf(await exchange(get('/v2/account'), get('/v2/regions'), 'QWERTY\r\n\r\n'))).toEqual([200, 200, 400])
})

it('rejects headers that are too large', async () => {
  expect(statusesOf(await exchange(get('/v2/account', `x-long: ${'x'.repeat(20_000)}`)))).toEqual([431])
})

it('rejects a body with two lengths', async () => {
  const text = await exchange(get('/v2/account', 'content-length: 2', 'transfer-encoding: chunked').replace('GET', 'POST'), '{}')
  expect(statusesOf(text)).toEqual([400])
})

it('rejects a chunked body as soon as it is too large', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const text = await exchange(get('/v2/volumes', 'transfer-encoding: chunked').replace('GET', 'POST'), chunk.repeat(17))
  expect(statusesOf(text)).toEqual([413])
  expect(text).toContain('connection: close')
})

it('ignores the body of a GET request and continues with the next request', async () => {
  expect(statusesOf(await exchange(get('/v2/account', 'content-length: 2'), '{}', get('/v2/account')))).toEqual([200, 200])
})

it('accepts a body in several chunks', async () => {
  const body = JSON.stringify({ name: 'covers', region: 'nyc3', size_gigabytes: 10 })
  const pieces = [...body].map((letter) => `1\r\n${letter}\r\n`)
  const head = get('/v2/volumes', 'content-type: application/json', 'transfer-encoding: chunked').replace('GET', 'POST')
  expect(statusesOf(await exchange(head, ...pieces, '0\r\n\r\n'))).toEqual([201])
})
