import { mkdtempSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import type { StartOptions } from '../options.ts'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { openStore } from '../store/sqlite-store.ts'
import { it } from '../../test/it.ts'
import { coversVolume, createTestSandbox, webServer } from '../../test/create-test-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

async function start(options: StartOptions = {}) {
  const { url, credentials, close } = await startTestSandbox({ port: 0, seed: 7, checkReplies: true, ...options })
  onTestFinished(close)
  const headers = { authorization: `Bearer ${credentials().tokens.full}`, 'content-type': 'application/json' }
  return {
    url,
    send: (method: string, path: string, body?: unknown) =>
      fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  }
}

describe('faults', () => {
  const wrong: readonly { readonly input: object; readonly expected: string }[] = [
    { input: {}, expected: 'at least one of' },
    { input: { status: 200 }, expected: 'status: ' },
    { input: { status: 503, times: 0 }, expected: 'times: ' },
    { input: { status: 503, rate: 2 }, expected: 'rate: ' },
    { input: { status: 503, operation: 'droplet_list' }, expected: 'or *; did you mean droplets_list?' },
    { input: { status: 503, operation: 'x'.repeat(5000) }, expected: 'operation: must be an operationId of the specification or *.' },
    { input: { operation: 'account_get', action: 'errored' }, expected: 'action: account_get starts no action' },
    { input: { latency_ms: 1, retry_after: 3 }, expected: 'retry_after: ' },
    { input: { status: 503, time: 1 }, expected: 'time: unknown field' },
    { input: { cut: 'never' }, expected: 'cut: ' },
    { input: { latency_ms: -1 }, expected: 'latency_ms: ' },
    { input: { __proto__: null, constructor: 1 }, expected: 'constructor: unknown field' },
  ]
  it.each(wrong)('rejects $input: $expected', async ({ input, expected }) => {
    const { status, body } = await createTestSandbox().post('/_sandbox/faults', forbidden(input))
    expect([status, body.message]).toEqual([422, expect.stringContaining(expected)])
  })

  it('are rejected quickly if they have thousands of fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1]))
    const { status, body } = await createTestSandbox().post('/_sandbox/faults', forbidden(fields))
    expect([status, body.message]).toEqual([400, 'The body has an object of more than 2000 fields.'])
  })

  it('match requests with the probability, and the same ones with the same seed', async () => {
    const run = async () => {
      const sandbox = createTestSandbox({ rateLimits: 'off' })
      await sandbox.post('/_sandbox/faults', { operation: 'account_get', status: 503, rate: 0.3 })
      const statuses: number[] = []
      for (let n = 0; n < 400; n += 1) statuses.push((await sandbox.get('/v2/account')).status)
      return statuses
    }
    const first = await run()
    const hit = first.filter((status) => status === 503).length
    expect(hit).toBeGreaterThan(80)
    expect(hit).toBeLessThan(160)
    expect(await run()).toEqual(first)
  })

  it('return 429 with the headers of the rate limit', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/faults', { status: 429, retry_after: 3, times: 1 })
    const { status, headers } = await sandbox.get('/v2/account')
    expect([status, headers.get('retry-after'), headers.get('ratelimit-remaining')]).toEqual([429, '3', '0'])
    expect((await sandbox.get('/v2/account')).status).toBe(200)
  })

  it('make an action end in error, without its effect and its lock', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.pass(60)
    await sandbox.post('/_sandbox/faults', { operation: 'droplets_actions_create', action: 'errored', times: 1 })
    const { action } = (await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type: 'power_off' })).body
    await sandbox.pass(60)
    const ended = (await sandbox.get(`/v2/actions/${action.id}`)).body.action
    expect(ended).toMatchObject({ status: 'errored', completed_at: expect.stringMatching(/Z$/) })
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).body.droplet).toMatchObject({ status: 'active', locked: false })
    await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type: 'power_off' })
    await sandbox.pass(60)
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).body.droplet.status).toBe('off')
  })

  const cuts = [
    { input: 'before', created: 0 },
    { input: 'after', created: 1 },
    { input: 'middle', created: 1 },
  ]
  it.each(cuts)('close the connection $input the response: $created volumes created', async ({ input, created }) => {
    const { send } = await start()
    await send('POST', '/_sandbox/faults', { operation: 'volumes_create', cut: input, times: 1 })
    await expect(send('POST', '/v2/volumes', coversVolume).then((response) => response.json())).rejects.toThrow(
      /fetch failed|terminated|aborted|JSON/,
    )
    expect(await (await send('GET', '/v2/volumes')).json()).toMatchObject({ meta: { total: created } })
  })

  it('end a wait without a connection when the signal of the request aborts', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/faults', { operation: 'account_get', latency_ms: 60_000 })
    const headers = { authorization: `Bearer ${sandbox.tokens.full}` }
    const response = sandbox.fetch('http://127.0.0.1:4020/v2/account', { headers, signal: AbortSignal.timeout(20) })
    await expect(response).rejects.toThrow(/timeout/)
  })

  it('cut off a stream after its first chunks', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/faults', { operation: '*', cut: 'middle', times: 1 })
    const question = { model: 'llama3.3-70b-instruct', stream: true, messages: [{ role: 'user', content: 'Do you have tide tables?' }] }
    const headers = { authorization: `Bearer ${sandbox.credentials().inference_key}`, 'content-type': 'application/json' }
    const init = { method: 'POST', body: JSON.stringify(question), headers }
    const { body } = await sandbox.fetch('http://127.0.0.1:4020/v1/chat/completions', init)
    let text = ''
    const read = (async () => {
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) text += chunk
    })()
    await expect(read).rejects.toThrow('terminated')
    expect(text.split('\n\n')).toHaveLength(4)
  })
})

describe('events', () => {
  it('stream the start and the end of actions without further requests', async () => {
    const { url, send } = await start()
    const { body } = await fetch(`${url}/_sandbox/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Error('no stream')
    await reader.read()
    await send('POST', '/v2/droplets', webServer)
    let text = ''
    while (!text.includes('"in-progress"')) text += (await reader.read()).value
    await send('POST', '/_sandbox/clock', { advance_seconds: 29 })
    while (!text.includes('"completed"')) text += (await reader.read()).value
    expect(text).toMatch(/^id: 1\nevent: action\ndata: \{.*"type":"create"/m)
    await reader.cancel()
  })

  it('omit rejected requests', async () => {
    const { url, send } = await start()
    const { body } = await fetch(`${url}/_sandbox/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Error('no stream')
    await reader.read()
    await send('POST', '/v2/droplets', { ...webServer, size: 'no-such-size' })
    await send('POST', '/v2/droplets', { ...webServer, name: 'good' })
    const { value = '' } = await reader.read()
    expect(value.match(/^event:.*/gm)).toEqual(['event: action', 'event: change'])
    await reader.cancel()
  })
})

describe('a failed job', () => {
  const what = 'failed and is left undone: Nothing handles "test.unknown".'

  /** Sandbox with a job without a handler, one minute in the future. */
  async function startWithFault(options: StartOptions = {}) {
    const state = join(mkdtempSync(join(tmpdir(), 'spindrift-due-')), 'state.db')
    const store = openStore(state)
    store.schedule({ at: Date.now() + 60_000, name: 'test.unknown', payload: '{"id":7}' })
    store.close()
    const { url, send } = await start({ state, ...options })
    return { url, runJobs: () => send('POST', '/_sandbox/clock', { advance_seconds: 61 }) }
  }

  it('is a failure event', async () => {
    const { url, runJobs } = await startWithFault({ onError: () => {} })
    const { body } = await fetch(`${url}/_sandbox/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Error('no stream')
    await reader.read()
    await runJobs()
    const [, data = '{}'] = /^event: failure\ndata: (.*)$/m.exec((await reader.read()).value ?? '') ?? []
    expect(JSON.parse(data)).toMatchObject({ job: 'test.unknown', payload: { id: 7 }, message: expect.stringContaining(what) })
    await reader.cancel()
  })

  it('is passed to onError, or printed without it', async () => {
    const reported: unknown[] = []
    const { runJobs } = await startWithFault({ onError: (error, id) => reported.push([String(error), id]) })
    expect((await runJobs()).status).toBe(200)
    expect(reported).toEqual([[expect.stringContaining(what), 'job']])
    const print = vi.spyOn(console, 'error').mockReturnValue()
    await (await startWithFault()).runJobs()
    expect(print.mock.calls).toEqual([['request job:', expect.objectContaining({ message: expect.stringContaining(what) })]])
    print.mockRestore()
  })
})

describe('a damaged job', () => {
  it.each([{ damage: 'payload = \'{"id":\'' }, { damage: 'at = -9223372036854775807' }])(
    'is dropped and reported: $damage',
    async ({ damage }) => {
      const state = join(mkdtempSync(join(tmpdir(), 'spindrift-job-')), 'state.db')
      const store = openStore(state)
      store.schedule({ at: Date.now() + 60_000, name: 'test.unknown', payload: '{}' })
      store.close()
      const database = new DatabaseSync(state)
      database.exec(`UPDATE jobs SET ${damage}`)
      database.close()
      const reported: unknown[] = []
      const sandbox = createTestSandbox({ state, onError: (error) => void reported.push(String(error)) })
      expect((await sandbox.ask('GET', '/_sandbox/jobs')).status).toBe(200)
      await sandbox.pass(61)
      expect((await sandbox.get('/v2/account')).status).toBe(200)
      expect(reported).toEqual([expect.stringMatching(/"test\.unknown", due at -?\d+-.* failed and is left undone: /)])
      sandbox.close()
    },
  )
})

describe('a reset', () => {
  it('keeps the credentials, and deletes all faults', async () => {
    const sandbox = createSandbox()
    const before = sandbox.credentials()
    const send = (method: string, path: string, body?: string) =>
      sandbox.fetch(`http://127.0.0.1:4020${path}`, {
        method,
        headers: { authorization: `Bearer ${before.tokens.full}` },
        ...(body !== undefined && { body }),
      })
    await send('POST', '/_sandbox/faults', '{"operation":"account_get","status":503}')
    await send('POST', '/_sandbox/reset')
    expect(sandbox.credentials()).toEqual(before)
    expect((await send('GET', '/v2/account')).status).toBe(200)
  })
})

describe('the clock', () => {
  it('can be set back, which clears the rate limits', async ({ sandbox }) => {
    await sandbox.get('/v2/account')
    await sandbox.post('/_sandbox/clock', { now: '2020-01-01T00:00:00Z' })
    expect((await sandbox.get('/v2/account')).headers.get('ratelimit-remaining')).toBe('4999')
  })

  const wrong = [
    { input: {}, expected: /^The body is empty\. Give advance_seconds/ },
    { input: { advance: 10 }, expected: /^advance: unknown field\./ },
    { input: { now: '5' }, expected: /^now: must be a time, for example/ },
    { input: { now: '2026-03-02' }, expected: /^now: must be a time, for example/ },
    { input: { now: '2026-02-31T09:00:00Z' }, expected: /^now: must be a time, for example/ },
  ]
  it.each(wrong)('rejects $input', async ({ input, expected }) => {
    const { status, body } = await createTestSandbox().post('/_sandbox/clock', input)
    expect([status, body.message]).toEqual([422, expect.stringMatching(expected)])
  })
})
