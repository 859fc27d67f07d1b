/** The HTTP client of the platform, with misbehaving servers. */
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { afterEach, describe, expect, it } from 'vitest'
import { connectPlatform } from '../src/platform/connect-platform.ts'
import type { PlatformError } from '../src/platform/platform.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function connect(answer: RequestListener, timeoutMs = 5000) {
  const server = await startHttpServer(answer)
  const platform = connectPlatform({ baseUrl: `${server.url}/below/`, token: 'own', timeoutMs, userAgent: 'test/1' })
  ends.push(
    () => platform.close(),
    () => void server.close(),
  )
  return platform
}

const read = { method: 'GET', path: '/v2/databases?page=1' }

describe('a request', () => {
  it('sends path, token, user agent and body, and returns the complete response', async () => {
    const platform = await connect(({ method, url, headers }, response) => {
      response.setHeader('x-request-id', 'r1')
      response.write(JSON.stringify({ method, url, headers }).slice(0, 10))
      response.end(JSON.stringify({ method, url, headers }).slice(10))
    })
    const { status, headers, body } = await platform.send(read)
    expect({ status, id: headers['x-request-id'] }).toEqual({ status: 200, id: 'r1' })
    expect(JSON.parse(body)).toMatchObject({
      method: 'GET',
      url: '/below/v2/databases?page=1',
      headers: { authorization: 'Bearer own', accept: 'application/json', 'user-agent': 'test/1' },
    })
  })

  it("sends the body unchanged, and a caller's token instead of its own", async () => {
    const platform = await connect(async (request, response) => {
      const { authorization, 'content-type': type, 'content-length': length } = request.headers
      response.writeHead(201).end(JSON.stringify({ authorization, type, length, body: await text(request) }))
    })
    const { status, body } = await platform.send({ method: 'POST', path: '/v2', body: '{"a":"ä"}' }, { token: 'given' })
    expect({ status, ...(JSON.parse(body) as object) }).toEqual({
      status: 201,
      authorization: 'Bearer given',
      type: 'application/json',
      length: '10',
      body: '{"a":"ä"}',
    })
  })

  it('does not follow redirects', async () => {
    let count = 0
    const platform = await connect((_request, response) => {
      count++
      response.writeHead(302, { location: '/v2/other' }).end()
    })
    expect((await platform.send(read)).status).toBe(302)
    expect(count).toBe(1)
  })
})

describe('a response that', () => {
  it('is late is abandoned', async () => {
    const left = Promise.withResolvers<void>()
    const platform = await connect((request) => void request.once('close', left.resolve), 100)
    await expect(platform.send({ method: 'POST', path: '/v2' })).rejects.toThrow(
      /^No complete response within 100 ms from 127\.0\.0\.1:\d+\.$/,
    )
    await left.promise
  })

  it('is too large is abandoned', async () => {
    const platform = await connect((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1024 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    await expect(platform.send(read)).rejects.toThrow(/^Response larger than 16777216 bytes from 127\.0\.0\.1/)
  })

  it('is cut off rejects with its status', async () => {
    const platform = await connect((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"half":', () => response.destroy())
    })
    await expect(platform.send({ method: 'POST', path: '/v2' })).rejects.toThrow(
      /^The response \(200\) was cut off, from 127\.0\.0\.1:\d+ \(/,
    )
  })

  it.each([
    { method: 'GET', expected: '2 made, answered' },
    { method: 'POST', expected: '1 made, No response from <host> (connection reset by peer).' },
  ])('is missing after a closed connection, to a $method: $expected', async ({ method, expected }) => {
    let count = 0
    const platform = await connect((request, response) => {
      count++
      if (count === 1) request.socket.destroy()
      else response.end('answered')
    })
    const said = await platform.send({ method, path: '/v2' }).then(
      ({ body }) => body,
      (error: PlatformError) => `${error.message.replace(/127[.\d:]+/, '<host>')}${error.isUnsent ? ' Unsent.' : ''}`,
    )
    expect(`${count} made, ${said}`).toBe(expected)
  })

  it('is no longer needed is abandoned', async () => {
    const [come, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const platform = await connect((request) => {
      request.once('close', left.resolve)
      come.resolve()
    })
    const stop = new AbortController()
    const answer = platform.send(read, { signal: stop.signal })
    await come.promise
    stop.abort()
    await expect(answer).rejects.toThrow('canceled')
    await left.promise
    await expect(platform.send(read, { signal: stop.signal })).rejects.toThrow('canceled')
  })
})

it('reports an unsent request when the connection is refused', async () => {
  const platform = connectPlatform({ baseUrl: 'http://127.0.0.1:9', token: 'own', userAgent: 'test/1' })
  await expect(platform.send(read)).rejects.toMatchObject({ message: 'No response from 127.0.0.1:9 (connection refused).', isUnsent: true })
  platform.close()
})
