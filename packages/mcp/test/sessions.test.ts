/** Lifetime of sessions, with a fake clock. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createServerFactory } from '../src/server/create-server.ts'
import { createSessions } from '../src/server/sessions.ts'
import { closeAll, createPlatform, openHttp, plainSettings } from './open.ts'

afterEach(async () => {
  vi.useRealTimers()
  await closeAll()
})

const minute = 60_000

async function openSessions() {
  let time = Date.parse('2026-03-02T09:30:00Z')
  const { platform } = createPlatform(() => ({ status: 200, body: { databases: [], meta: { total: 0 } } }))
  const sessions = createSessions(await createServerFactory({ platform, ...plainSettings, now: () => time }), 1024 * 1024, () => time)
  const send = (method: string, id: string | undefined, body?: object, token?: string) => {
    const headers = {
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      ...(id !== undefined && { 'mcp-session-id': id }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify({ jsonrpc: '2.0', ...body }) }) }
    return sessions.handle(new Request('http://127.0.0.1/mcp', init), token === undefined ? undefined : { token })
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } }
  return {
    sessions,
    begin: async (token?: string) => {
      const response = await send('POST', undefined, { id: 1, method: 'initialize', params }, token)
      await response.text()
      return response.headers.get('mcp-session-id') ?? ''
    },
    use: async (id: string, token?: string) => {
      const response = await send('POST', id, { id: 2, method: 'tools/list' }, token)
      await response.text()
      return response.status
    },
    listen: (id: string) => send('GET', id),
    pass: (milliseconds: number) => void (time += milliseconds),
  }
}

describe('a session', () => {
  it('ends after half an hour without a request, even if no other session starts', async () => {
    const { begin, use, pass } = await openSessions()
    const id = await begin()
    pass(30 * minute)
    expect(await use(id)).toBe(200)
    pass(30 * minute)
    expect(await use(id)).toBe(200)
    pass(30 * minute + 1)
    expect(await use(id)).toBe(404)
  })

  it('that is idle ends with its stream; sessions in use stay', async () => {
    const { begin, use, listen, pass, sessions } = await openSessions()
    const [idle, busy] = [await begin(), await begin()]
    const ended = (await listen(idle)).text()
    const stream = (await listen(busy)).body!.getReader()
    let isOver = false
    void stream.read().then(({ done }) => (isOver = done))
    pass(20 * minute)
    expect(await use(busy)).toBe(200)
    pass(20 * minute)
    sessions.endIdle()
    await ended
    expect(isOver).toBe(false)
    expect([await use(idle), await use(busy)]).toEqual([404, 200])
    await sessions.close()
    expect(await use(busy)).toBe(404)
  })

  it('ends when there are more than 64 and it is the least recently used', async () => {
    const { begin, use, pass } = await openSessions()
    const ids: string[] = []
    for (let count = 0; count < 64; count += 1) {
      ids.push(await begin())
      pass(1)
    }
    expect(await use(ids[0]!)).toBe(200)
    pass(1)
    const late = await begin()
    expect([await use(ids[0]!), await use(ids[1]!), await use(ids[2]!), await use(late)]).toEqual([200, 404, 200, 200])
  })

  it('is not found by another token, whose requests do not keep it alive', async () => {
    const { begin, use, pass } = await openSessions()
    const id = await begin('one')
    expect([await use(id, 'two'), await use(id), await use(id, 'one')]).toEqual([404, 404, 200])
    pass(20 * minute)
    expect(await use(id, 'two')).toBe(404)
    pass(20 * minute)
    expect(await use(id, 'one')).toBe(404)
  })
})

it('a server ends idle sessions periodically until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { url } = await openHttp()
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } }
  const begun = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }) })
  await begun.text()
  const id = begun.headers.get('mcp-session-id') ?? ''
  const stream = await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' } })
  expect(stream.status).toBe(200)
  vi.advanceTimersByTime(32 * minute)
  // The timer has stopped.
  await stream.text()
  await closeAll()
  expect(vi.getTimerCount()).toBe(0)
})
