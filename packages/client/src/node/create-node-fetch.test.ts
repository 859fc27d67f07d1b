/** The Node `fetch` behaves like the global one. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { Agent, MockAgent } from 'undici'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { resetConnection, sendNothing, startServer } from '../../test/scripted-server.ts'
import { createCloud } from '../create-cloud.ts'
import { ConfigurationError } from '../errors.ts'
import { createNodeFetch } from './create-node-fetch.ts'

describe('in place of the global fetch', async () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', createNodeFetch())
    return () => vi.unstubAllGlobals()
  })
  // An earlier file of this worker may have imported them.
  vi.resetModules()
  await import('../transport.test.ts')
  await import('../format-request.test.ts')
  await import('../../test/faults.test.ts')
})

describe('connections', () => {
  test('are reused by sequential requests', async () => {
    const ports = new Set<unknown>()
    await using server = await startHttpServer((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const fetch = createNodeFetch({ dispatcher: new Agent() })
    for (let count = 0; count < 20; count += 1) {
      await (await fetch(`${server.url}/`, {})).text()
    }
    // As many as with the global fetch: a response can be read before its connection is free.
    expect(ports.size).toBeLessThan(3)
  })

  test('do not keep a program running', async () => {
    const server = await startServer()
    const text = `import { createNodeFetch } from '${new URL('index.ts', import.meta.url).href}'
      const text = await (await createNodeFetch()('${server.url}', {})).text()
      await new Promise(setImmediate)
      console.log(text, process.getActiveResourcesInfo().filter((each) => /TCP|Timeout/.test(each)).length)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text])
    expect(stdout).toBe('{} 0\n')
  })

  test('use a custom dispatcher', async () => {
    const dispatcher = new MockAgent()
    dispatcher.disableNetConnect()
    dispatcher
      .get('https://proxied.example')
      .intercept({ path: '/v2/account' })
      .reply(200, '{"account":{"email":"maya@tidewater.example"}}', {
        headers: { 'content-type': 'application/json' },
      })
    const cloud = createCloud({ baseUrl: 'https://proxied.example', token: 'token', fetch: createNodeFetch({ dispatcher }) })
    expect((await cloud.account.get()).account.email).toBe('maya@tidewater.example')
  })

  test('can share a signal', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const server = await startServer(sendNothing)
    const fetch = createNodeFetch()
    const leave = new AbortController()
    const requests = Array.from({ length: 30 }, () => catchError(fetch(server.url, { signal: leave.signal })))
    await vi.waitUntil(() => server.requests.length === 30)
    leave.abort(new Error('Enough.'))
    expect(new Set((await Promise.all(requests)).map(({ message }) => message))).toEqual(new Set(['Enough.']))
    expect(warn).not.toHaveBeenCalled()
  })
})

test('without undici, a call rejects with the install command and is not retried', async () => {
  vi.resetModules()
  vi.doMock('undici', () => {
    throw new Error('Cannot find package')
  })
  onTestFinished(() => {
    vi.doUnmock('undici')
    vi.resetModules()
  })
  const { createNodeFetch: createWithout } = await import('./create-node-fetch.ts')
  const fetch = vi.fn<typeof globalThis.fetch>(createWithout() as typeof globalThis.fetch)
  const { createCloud: create } = await import('../create-cloud.ts')
  const error = await catchError(create({ baseUrl: 'https://nowhere.example', token: 'token', fetch: fetch as never }).account.get())
  expect(error).toMatchObject({ name: ConfigurationError.name, message: 'createNodeFetch needs undici. Run: npm install undici' })
  expect(fetch).toHaveBeenCalledOnce()
})

test('detects a reset connection', async () => {
  const server = await startServer(resetConnection)
  expect(await catchError(createNodeFetch()(server.url, {}))).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
})
