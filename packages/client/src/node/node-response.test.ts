/** Compares responses of the Node `fetch` with those of Node's global `fetch`, read in every way. */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { cutBody, type Script, send, startServer } from '../../test/scripted-server.ts'
import { createNodeFetch } from './create-node-fetch.ts'

const nodeFetch = createNodeFetch()
type Fetch = typeof nodeFetch
const json = { 'content-type': 'application/json' }
const text = JSON.stringify({ name: 'Größe 🌊', many: 'x'.repeat(1000) })

const answers: Readonly<Record<string, Script>> = {
  JSON: send(200, text, { ...json, 'content-length': String(Buffer.byteLength(text)) }),
  'JSON in chunks': (response) =>
    void response.writeHead(200, json).write(text.slice(0, 9), () => setTimeout(() => response.end(text.slice(9)), 5)),
  gzip: send(200, gzipSync(text), { ...json, 'content-encoding': 'gzip' }),
  'x-gzip': send(200, gzipSync(text), { ...json, 'content-encoding': 'X-GZIP' }),
  deflate: send(200, deflateSync(text), { ...json, 'content-encoding': 'deflate' }),
  br: send(200, brotliCompressSync(text), { ...json, 'content-encoding': 'br' }),
  'packed twice': send(200, brotliCompressSync(gzipSync(text)), { ...json, 'content-encoding': 'gzip, br' }),
  'packed by something unknown': send(200, text, { ...json, 'content-encoding': 'zip' }),
  'packed by nothing': send(200, text, { ...json, 'content-encoding': 'identity' }),
  'not what it says it is packed by': send(200, text, { ...json, 'content-encoding': 'gzip' }),
  'a byte order mark': send(200, `\uFEFF${text}`, json),
  'bytes that are no UTF-8': send(200, Buffer.from([0xff, 0x7b, 0xc3, 0x28]), { 'content-type': 'text/plain' }),
  'no body': send(200),
  '201 with a name of its own': (response) => void response.writeHead(201, 'Made', json).end(text),
  '204': send(204),
  '205': send(205),
  '304': send(304, '', { etag: '"1"' }),
  '404': send(404, '{"id":"not_found"}', json),
  '599': send(599, 'no'),
  cookies: (response) =>
    void response
      .writeHead(
        200,
        [
          ['Set-Cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['X-Many', '1'],
          ['x-many', '2'],
        ].flat(),
      )
      .end(),
  'a form': send(200, 'a=1&b=%20', { 'content-type': 'application/x-www-form-urlencoded' }),
  'half of it': cutBody(),
}

async function startUndated(script: Script): Promise<string> {
  const { url } = await startServer((response, request) => {
    response.sendDate = false
    return script(response, request)
  })
  return url
}

/** Returns the properties to compare. Times and ports differ. */
async function inspectResponse(fetch: Fetch, url: string, method: string, read: (response: Response) => unknown) {
  const response = await fetch(`${url}/v2/things?page=2`, { method }).catch((error: Error) => error)
  if (response instanceof Error) return response.message
  const { status, statusText, ok, type, redirected, bodyUsed, headers } = response
  const content = await Promise.resolve(response)
    .then(read)
    .catch((error: Error) => `${error.name}: ${error.message}`)
  return {
    status,
    statusText,
    ok,
    redirected,
    bodyUsed,
    content,
    // The value differs only for pages.
    type: type === 'basic' ? 'default' : type,
    path: response.url.replace(url, ''),
    headers: [...headers],
    cookies: headers.getSetCookie(),
    after: { bodyUsed: response.bodyUsed, hasBody: response.body !== null, isOne: response instanceof Response },
  }
}

const readers: Readonly<Record<string, (response: Response) => unknown>> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: async (response) => new Uint8Array(await response.arrayBuffer()),
  bytes: (response) => response.bytes(),
  blob: async (response) => response.blob().then(async (blob) => [blob.type, await blob.text()]),
  formData: async (response) => [...(await response.formData())],
  body: async (response) => (response.body ? buffer(response.body) : null),
  clone: async (response) => [await response.clone().text(), await response.text()],
  'text, twice': async (response) => [await response.text(), await response.text()],
  'text, then bytes': async (response) => [await response.text(), await response.bytes()],
  'its body, wrapped in another': (response) => new Response(response.body, response).text(),
  nothing: () => undefined,
}

describe.each(Object.entries(answers))('%s', (_, script) => {
  test.each(Object.entries(readers))('%s', async (_name, read) => {
    const url = await startUndated(script)
    for (const method of ['GET', 'HEAD']) {
      const expected = await inspectResponse(fetch as Fetch, url, method, read)
      expect(await inspectResponse(nodeFetch, url, method, read)).toEqual(expected)
    }
  })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is returned', async (status) => {
  const url = await startUndated(send(status, 'elsewhere', { location: 'to?page=2' }))
  const manualFetch: Fetch = (address, init) => fetch(address, { ...init, redirect: 'manual' })
  const expected = await inspectResponse(manualFetch, url, 'POST', (response) => response.text())
  expect(await inspectResponse(nodeFetch, url, 'POST', (response) => response.text())).toEqual(expected)
})

describe('a body as a stream', () => {
  test('arrives as it is sent', async () => {
    let more = () => {}
    const server = await startServer((response) => {
      response.writeHead(200).write('one')
      more = () => response.end('two')
    })
    const reader = (await nodeFetch(server.url, {})).body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader.read()).toEqual({ done: false, value: 'one' })
    more()
    expect(await reader.read()).toEqual({ done: false, value: 'two' })
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  test('can be read into a buffer', async () => {
    const server = await startServer(send(200, 'abcdef'))
    const reader = (await nodeFetch(server.url, {})).body!.getReader({ mode: 'byob' })
    const first = await reader.read(new Uint8Array(4))
    expect(Buffer.from(first.value!).toString()).toBe('abcd')
    expect(Buffer.from((await reader.read(new Uint8Array(4))).value!).toString()).toBe('ef')
    expect((await reader.read(new Uint8Array(4))).done).toBe(true)
  })

  test('applies backpressure', async () => {
    let sent = 0
    const server = await startServer(async (response) => {
      for (; sent < 500; sent += 1) if (!response.write(Buffer.alloc(65_536))) await once(response, 'drain')
      response.end()
    })
    const { body } = await nodeFetch(server.url, {})
    await wait(200)
    // At most the content of two socket buffers.
    expect(sent).toBeLessThan(300)
    let bytes = 0
    for await (const chunk of body ?? []) bytes += chunk.length
    expect(bytes).toBe(500 * 65_536)
  })

  /** Sends the start of a body; `closed` resolves when the connection is closed. */
  async function startStalling() {
    let close = () => {}
    const closed = new Promise<void>((resolve) => (close = resolve))
    const { url } = await startServer((response) => void response.on('close', close).writeHead(200).write('x'))
    return { url, closed }
  }

  test('canceling closes the connection, even without data', async () => {
    const { url, closed } = await startStalling()
    const reader = (await nodeFetch(url, {})).body!.getReader()
    await reader.read()
    const next = reader.read()
    await reader.cancel()
    await closed
    expect((await next).done).toBe(true)
  })

  test('an abort closes the connection, and reads reject with its reason', async () => {
    const leave = new AbortController()
    const { url, closed } = await startStalling()
    const reading = (await Promise.all([1, 2].map(() => nodeFetch(url, { signal: leave.signal })))) as [Response, Response]
    const failed = [catchError(reading[0].text()), catchError(reading[1].arrayBuffer())]
    leave.abort(new Error('Enough.'))
    expect((await Promise.all(failed)).map(({ message }) => message)).toEqual(['Enough.', 'Enough.'])
    await closed
  })

  test('garbage collection closes the connection', async () => {
    const { url, closed } = await startStalling()
    const ended = vi.fn<() => void>()
    void closed.then(ended)
    await nodeFetch(url, {})
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    for (let count = 0; count < 100 && ended.mock.calls.length === 0; count += 1) {
      collect()
      await wait(10)
    }
    expect(ended).toHaveBeenCalledOnce()
  })

  test('causes no unhandled rejection when it is cut unread', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled).on('uncaughtException', unhandled)
    const server = await startServer(cutBody())
    const response = await nodeFetch(server.url, {})
    await wait(60)
    expect(await catchError(response.text())).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } })
    process.off('unhandledRejection', unhandled).off('uncaughtException', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
