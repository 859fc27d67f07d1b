import { request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import { startSandbox, type RunningSandbox } from './start-sandbox.ts'
import { coversVolume, createTestSandbox, webServer } from '../test/create-test-sandbox.ts'

describe('over HTTP', () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, seed: 7, checkReplies: true })
  })
  afterAll(() => sandbox.close())

  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.url}${path}`, { ...init, headers: { authorization: `Bearer ${sandbox.credentials().tokens.full}`, ...init.headers } })

  it('responds as in process, with lengths and links of its own host', async () => {
    const response = await send('/v2/sizes?per_page=1')
    const text = await response.text()
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(JSON.parse(text)).toMatchObject({ links: { pages: { next: `${sandbox.url}/v2/sizes?page=2&per_page=1` } } })
    expect((await send('/v2/sizes', { method: 'HEAD' })).headers.get('x-total-count')).toMatch(/^\d+$/)
  })

  it('accepts bodies with DELETE and without a type, and rejects large ones', async () => {
    const created = await send('/v2/volumes', { method: 'POST', body: new Blob([JSON.stringify(coversVolume)]) })
    expect(created.status).toBe(201)
    const large = await send('/v2/volumes', {
      method: 'POST',
      body: JSON.stringify({ name: 'x'.repeat(1_100_000) }),
      headers: { 'content-type': 'application/json' },
    })
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ id: 'payload_too_large' })
    expect(large.headers.get('ratelimit-limit')).toBe('5000')
  })

  const strange = [
    { input: 'TRACE', path: '/v2/volumes', expected: 405 },
    { input: 'GET', path: '/v2/volumes/%zz', expected: 400 },
    { input: 'GET', path: '/v2//volumes', expected: 404 },
    // Real clients write it so.
    { input: 'GET', path: '/v2/volumes/', expected: 200 },
    { input: 'GET', path: '/', expected: 404 },
    { input: 'PROPFIND', path: '/v2/volumes', expected: 405 },
  ]
  it.each(strange)('responds to $input $path with $expected', async ({ input, path, expected }) => {
    const { port } = new URL(sandbox.url)
    const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}` }
    const status = await new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method: input, path, headers }, (response) => resolve(response.resume().statusCode))
      sent.on('error', reject).end()
    })
    expect(status).toBe(expected)
  })

  it.each([0.3333, 1 / 3, 0.0004])('runs actions in %s seconds', async (actionSeconds) => {
    const quick = createTestSandbox({ actionSeconds })
    expect((await quick.post('/v2/volumes', coversVolume)).status).toBe(201)
    const { status, body } = await quick.post('/v2/droplets', webServer)
    expect(status).toBe(202)
    await quick.pass(1)
    expect((await quick.get(`/v2/droplets/${body.droplet.id}`)).body.droplet).toMatchObject({ status: 'active', locked: false })
  })

  it('names an invalid option', () => {
    expect(() => createSandbox({ rateLimits: 'never' as never })).toThrow('rateLimits is "never"; it must be on, report or off.')
    expect(() => createSandbox({ rateLimit: 'off' } as never)).toThrow('There is no option "rateLimit".')
    expect(() => createSandbox({ actionSeconds: Number.NaN })).toThrow('actionSeconds is NaN; it must be a number from 0.')
    expect(() => createSandbox({ lag: 'some' as never })).toThrow('lag is "some"; it must be real or none.')
    expect(() => createSandbox({ durability: 'some' as never })).toThrow('durability is "some"; it must be full or normal.')
  })

  it('fails with one line when the port is in use', async () => {
    await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow(/^Port \d+ is in use\. Choose another/)
  })
})

describe('a stop', () => {
  it('waits for open requests, rejects new ones, and can be requested twice', async () => {
    const sandbox = await startSandbox({ port: 0 })
    const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}` }
    await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '{"operation":"account_get","latency_ms":200}' })
    const pendingResponse = fetch(`${sandbox.url}/v2/account`, { headers })
    await expect
      .poll(async () => (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as object)
      .toMatchObject({
        requests: [{ operation: 'account_get' }],
      })
    const stopped = sandbox.close()
    expect((await pendingResponse).status).toBe(200)
    await stopped
    await expect(fetch(`${sandbox.url}/v2/account`, { headers })).rejects.toThrow('fetch failed')
    await sandbox.close()
  })
})

describe('with a state file', () => {
  it('continues with the saved state and runs jobs that became pending', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-start-'))
    const options = { port: 0, state: join(folder, 'state.db') }
    const first = await startSandbox(options)
    const headers = { authorization: `Bearer ${first.credentials().tokens.full}`, 'content-type': 'application/json' }
    const created = (await (
      await fetch(`${first.url}/v2/droplets`, { method: 'POST', headers, body: JSON.stringify(webServer) })
    ).json()) as {
      droplet: { id: number }
    }
    await first.close()
    const second = await startSandbox(options)
    expect(second.credentials()).toEqual(first.credentials())
    await fetch(`${second.url}/_sandbox/clock`, { method: 'POST', body: '{"advance_seconds":31}' })
    const { droplet } = (await (await fetch(`${second.url}/v2/droplets/${created.droplet.id}`, { headers })).json()) as { droplet: object }
    expect(droplet).toMatchObject({ status: 'active', locked: false })
    await second.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
