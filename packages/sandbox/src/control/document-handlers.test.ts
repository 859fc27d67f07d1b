/** OpenAPI document of the control API. Sandboxes of tests check every response against it. */
import { describe, expect, it } from 'vitest'
import { controlIds } from '../generated/controls.ts'
import { type Json, type TestSandbox, createTestSandbox } from '../../test/create-test-sandbox.ts'

describe('the document of the control API', () => {
  const token = '0123456789abcdef'
  const sandbox = createTestSandbox()
  const guarded = createTestSandbox({ controlToken: token })

  it('lists exactly the operations that the sandbox implements', async () => {
    const { body } = await sandbox.ask('GET', '/_sandbox/openapi.json')
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:4020' }] })
    const described = Object.entries<Json>(body.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
    )
    expect(Object.fromEntries(described)).toEqual(controlIds)
  })

  it.each(Object.keys(controlIds))('responds to %s', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const response = await sandbox.fetch(`http://127.0.0.1:4020${path.replace(/\{\w+\}/g, '0')}`, { method })
    const isEndless = response.headers.get('content-type') === 'text/event-stream'
    const text = isEndless ? await response.body?.cancel() : await response.text()
    expect(response.status).not.toBeOneOf([405, 500])
    expect(text ?? '').not.toContain('There is no /_sandbox')
  })

  const open = new Set(['GET /_sandbox/health', 'GET /_sandbox/ready', 'GET /_sandbox/ca.pem'])
  it.each(Object.keys(controlIds).filter((key) => !open.has(key)))('protects %s from other sites and machines', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const ask = async ({ fetch }: TestSandbox, address: string, headers: Readonly<Record<string, string>>) => {
      const { status, body } = await fetch(`${address}${path.replace(/\{\w+\}/g, '0')}`, { method, headers })
      await body?.cancel()
      return status
    }
    const origin = 'http://127.0.0.1:4020'
    // Another origin, another host name, and a missing or wrong control token.
    expect(await ask(sandbox, origin, { origin: 'http://evil.example' })).toBe(403)
    expect(await ask(sandbox, 'http://rebound.example:4020', {})).toBe(403)
    // The console contains no data, and prompts for the token.
    const refused = key === 'GET /_sandbox' ? 200 : 401
    for (const headers of [{}, { authorization: 'Bearer dop_v1_0' }]) expect(await ask(guarded, origin, headers)).toBe(refused)
    expect(await ask(guarded, origin, { authorization: `Bearer ${token}` })).not.toBeOneOf([401, 403])
  })

  it.each([
    { method: 'GET', path: '/_sandbox/nothing', status: 404, message: 'There is no /_sandbox/nothing. GET /_sandbox/openapi.json' },
    { method: 'PUT', path: '/_sandbox/clock', status: 405, message: 'PUT is not allowed here.' },
    { method: 'GET', path: '/_sandbox/events?topics=weather', status: 422, message: 'topics: ' },
    { method: 'GET', path: '/_sandbox/requests?limit=none', status: 422, message: 'limit: must be integer' },
  ])('returns $status for $method $path', async ({ method, path, status, message }) => {
    const response = await sandbox.ask(method, path)
    expect([response.status, response.body.message]).toEqual([status, expect.stringContaining(message)])
  })
})
