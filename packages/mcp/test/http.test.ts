import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, cluster, open, openHttp, token } from './open.ts'

afterEach(closeAll)

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
  readonly method?: string
  readonly body?: string
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
})
const listCall = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'db-cluster-list', arguments: {} } })

/** Sends a request; `fetch` does not allow to set Host and Origin. */
function sendRequest(url: string, { headers = {}, path = '/mcp', method = 'POST', body = initialize }: RequestOptions = {}) {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
    const sent = request(
      url,
      { method, path, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : body)
  })
}

describe('over HTTP', () => {
  it.each([
    { input: { host: 'evil.example' }, expected: 403 },
    { input: { host: '127.0.0.1.evil.example' }, expected: 403 },
    { input: { host: 'localhost:1' }, expected: 200 },
    { input: { host: '[::1]:4030' }, expected: 200 },
    { input: { origin: 'https://evil.example' }, expected: 403 },
    { input: { origin: 'null' }, expected: 403 },
    { input: { origin: 'http://localhost.evil.example' }, expected: 403 },
    { input: { origin: 'http://localhost:3000' }, expected: 200 },
    { input: {}, expected: 200 },
  ])('responds to $input with $expected', async ({ input, expected }) => {
    const { url } = await openHttp()
    expect((await sendRequest(url, { headers: input as Record<string, string> })).status).toBe(expected)
  })

  it('serves a single path', async () => {
    const { url } = await openHttp()
    expect((await sendRequest(url, { path: '/' })).status).toBe(404)
    expect((await sendRequest(url, { path: '/mcp?x=1' })).status).toBe(200)
  })

  it.each([
    { input: '{', expected: 400 },
    { input: '[]', expected: 400 },
    { input: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', expected: 400 },
    { input: `"${'x'.repeat(1024 * 1024)}"`, expected: 413 },
    { input: '['.repeat(100_000), expected: 400 },
  ])('rejects an invalid message with $expected, and serves other messages', async ({ input, expected }) => {
    const { url } = await openHttp()
    expect((await sendRequest(url, { body: input })).status).toBe(expected)
    expect((await sendRequest(url)).status).toBe(200)
  })

  it('binds a session to its client, which can end it', async () => {
    const { url } = await openHttp()
    const id = String((await sendRequest(url)).headers['mcp-session-id'])
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    expect((await sendRequest(url, { headers, body: listCall })).status).toBe(200)
    expect((await sendRequest(url, { headers: { ...headers, 'mcp-session-id': crypto.randomUUID() }, body: listCall })).status).toBe(404)
    expect((await sendRequest(url, { headers, method: 'DELETE', body: '' })).status).toBe(200)
    expect((await sendRequest(url, { headers, body: listCall })).status).toBe(404)
  })

  it('limits the number of sessions', async () => {
    const { url } = await openHttp()
    const sessions = await Promise.all(Array.from({ length: 100 }, () => sendRequest(url)))
    const statuses: number[] = []
    for (const { headers } of sessions) {
      statuses.push((await sendRequest(url, { headers: { 'mcp-session-id': String(headers['mcp-session-id']) }, body: listCall })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(64)
  })
})

describe("a caller's token", () => {
  const headers = { authorization: 'Bearer caller-token-1' }

  it.each(['2026-07-28', '2025-11-25'] as const)('is not forwarded (%s)', async (revision) => {
    const { call, url, sent } = await open({ revision })
    await call('db-cluster-list')
    const { headers: input } = await sendRequest(url, { headers })
    await sendRequest(url, { headers: { ...headers, 'mcp-session-id': String(input['mcp-session-id']) }, body: listCall })
    expect(sent).toHaveLength(2)
    expect(sent.map(({ options }) => options?.token)).toEqual([undefined, undefined])
    expect(JSON.stringify(sent)).not.toContain('caller-token')
  })

  it('is forwarded with --audience, instead of the server’s token', async () => {
    const { url, sent } = await openHttp({ settings: { forwardsTokens: true } })
    const refused = await sendRequest(url)
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    const { headers: input } = await sendRequest(url, { headers })
    const session = { 'mcp-session-id': String(input['mcp-session-id']) }
    await sendRequest(url, { headers: { ...headers, ...session }, body: listCall })
    expect(sent.map(({ options }) => options?.token)).toEqual(['caller-token-1'])
    for (const other of [{ authorization: 'Bearer caller-token-2' }, { authorization: `Bearer ${token}` }]) {
      expect((await sendRequest(url, { headers: { ...other, ...session }, body: listCall })).status).toBe(404)
    }
    expect((await sendRequest(url, { headers: session, body: listCall })).status).toBe(401)
    expect(sent).toHaveLength(1)
  })

  it('is masked in errors', async () => {
    const { url } = await openHttp({
      settings: { forwardsTokens: true },
      respond: () => ({ status: 401, body: { id: 'x', message: 'caller-token-1 is bad' } }),
    })
    const { headers: input } = await sendRequest(url, { headers })
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'db-cluster-get', arguments: { id: cluster } },
    })
    const { text } = await sendRequest(url, { headers: { ...headers, 'mcp-session-id': String(input['mcp-session-id']) }, body })
    expect(text).toContain('(hidden) is bad')
    expect(text).not.toContain('caller-token')
  })
})
