/** Tests of the request log: list, details, explanations, HAR export and resend. */
import { describe, expect } from 'vitest'
import { it } from '../../test/it.ts'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { coversVolume, type Json, createTestSandbox, type TestSandbox, webServer } from '../../test/create-test-sandbox.ts'
import { forbidden, type Query } from '../../test/operation-at.ts'

const list = async (sandbox: TestSandbox, query: Query = '') => (await sandbox.get(`/_sandbox/requests${query}`)).body
const open = async (sandbox: TestSandbox, id: string, query: Query = '') =>
  (await sandbox.get(`/_sandbox/requests/${id}${query}`)).body.request
const openLast = async (sandbox: TestSandbox) => open(sandbox, (await list(sandbox)).requests[0].request_id)

describe('a logged request', () => {
  it('is listed with its caller, status and duration', async ({ sandbox }) => {
    const { headers } = await sandbox.post('/v2/volumes', coversVolume)
    const { requests, next, log } = await list(sandbox)
    expect([requests.length, next, log]).toEqual([1, null, { kept: 1, max: 1000, bytes: expect.any(Number), max_bytes: 33_554_432 }])
    expect(requests[0]).toEqual({
      request_id: headers.get('x-request-id'),
      number: 1,
      at: expect.any(Number),
      method: 'POST',
      path: '/v2/volumes',
      query: '',
      operation: 'volumes_create',
      family: 'volumes',
      status: 201,
      duration_ms: expect.any(Number),
      caller: { token: expect.any(String), kind: 'personal', account: sandbox.credentials().user.email },
      message: null,
      fault: false,
      changes: 1,
    })
    expect(JSON.stringify(requests)).not.toContain(sandbox.tokens.full)
  })

  it('masks what an error message repeats of the request', async ({ sandbox }) => {
    await sandbox.post('/v2/tags', { name: 'https://ann:canary@host.example/a' })
    const logged = JSON.stringify([await list(sandbox), await openLast(sandbox)])
    expect(logged).toContain('https://ann:••••••••@host.example')
    expect(logged).not.toContain('canary')
  })

  it('has both bodies and the changed objects, before and after', async ({ sandbox }) => {
    const { volume } = (await sandbox.post('/v2/volumes', coversVolume)).body
    const created = await openLast(sandbox)
    expect(created).toMatchObject({
      url: 'http://127.0.0.1:4020/v2/volumes',
      why: null,
      request: { body: { type: 'application/json', text: JSON.stringify(coversVolume), cut: false } },
      response: { headers: { 'x-gateway': 'Edge-Gateway' }, body: { text: expect.stringContaining('covers-data') } },
      changes: [{ type: 'created', before: null, after: { name: 'covers-data' }, object: { kind: 'Volume', id: volume.id, parent: '' } }],
    })
    await sandbox.delete(`/v2/volumes/${volume.id}`)
    expect((await openLast(sandbox)).changes).toMatchObject([{ type: 'deleted', before: { name: 'covers-data' }, after: null }])
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.pass(60)
    await sandbox.ask('PUT', `/v2/droplets/${droplet.id}`, { name: 'no such operation' })
    expect((await openLast(sandbox)).changes).toEqual([])
    await sandbox.post(`/v2/droplets/${droplet.id}/actions`, { type: 'rename', name: 'web-02' })
    const { changes } = await openLast(sandbox)
    expect(changes.map(({ type, object }) => [type, object.kind])).toEqual(expect.arrayContaining([['created', 'Action']]))
  })

  it('is found by its properties', async ({ sandbox }) => {
    await sandbox.get('/v2/account')
    await sandbox.post('/v2/volumes', coversVolume)
    await sandbox.post('/v2/volumes', forbidden({}))
    await sandbox.get('/v2/volumes?name=covers-data', { token: 'nobody' })
    await sandbox.ask('GET', '/nowhere')
    const listNumbers = async (query: Query) => (await list(sandbox, query)).requests.map(({ number }) => number as number)
    const all = (await listNumbers('')).toReversed()
    expect(all).toEqual([1, 2, 3, 4, 5])
    // Counted from 1 here, however they are numbered.
    const positions = new Map(all.map((number, n) => [number, n + 1]))
    const numbers = async (query: Query) => (await listNumbers(query)).map((number) => positions.get(number))
    const { user } = sandbox.credentials()
    const expectedNumbers: Readonly<Record<Query, readonly number[]>> = {
      '': [5, 4, 3, 2, 1],
      '?status=4xx': [5, 4, 3],
      '?status=401': [4],
      '?family=volumes': [4, 3, 2],
      '?operation=volumes_create': [3, 2],
      '?method=POST&status=2xx': [2],
      [`?caller=${encodeURIComponent(user.email)}`]: [5, 3, 2, 1],
      '?caller=somebody': [],
      '?search=COVERS': [4],
      [`?before=${all[2]}`]: [2, 1],
      '?limit=2': [5, 4],
    }
    for (const [query, expected] of Object.entries(expectedNumbers))
      expect([query, await numbers(query as Query)]).toEqual([query, expected])
    expect((await list(sandbox, '?limit=2')).next).toBe(all[3])
  })

  it('has masked secrets unless they are requested', async ({ sandbox }) => {
    const { tokens } = sandbox
    await sandbox.post('/v2/databases', {
      name: 'orders',
      engine: 'pg',
      version: '16',
      region: 'nyc3',
      size: 'db-s-1vcpu-1gb',
      num_nodes: 1,
    })
    const { database } = (await sandbox.get('/v2/databases')).body.databases[0]
      ? { database: (await sandbox.get('/v2/databases')).body.databases[0] }
      : { database: undefined }
    const password = String(database?.connection?.password)
    await sandbox.ask('GET', `/v2/account?access_token=${tokens.read}`, undefined, { headers: { cookie: 'session=abcdef' } })
    await sandbox.get('/v2/databases')
    const every = async (query: Query) =>
      JSON.stringify(await Promise.all((await list(sandbox)).requests.map(({ request_id: id }) => open(sandbox, id, query))))
    const masked = (await every('')) + JSON.stringify(await sandbox.get('/_sandbox/requests.har'))
    const shown = await every('?secrets=shown')
    expect(password.length).toBeGreaterThan(8)
    for (const secret of [tokens.full, tokens.read, password, 'abcdef'])
      expect([secret, masked.includes(secret), shown.includes(secret)]).toEqual([secret, false, true])
  })
})

describe('a rejected request', () => {
  const wrong: readonly { readonly ask: readonly [string, string, unknown?]; readonly token?: string; readonly expected: object }[] = [
    {
      ask: ['POST', '/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 'many' }],
      expected: {
        rule: 'validation',
        findings: [{ place: 'body', pointer: '/size_gigabytes', message: 'must be integer' }],
        reference: 'control/volumes/create.html',
      },
    },
    {
      ask: ['POST', '/v2/volumes', { region: 'nyc3' }],
      expected: {
        rule: 'validation',
        findings: expect.arrayContaining([{ place: 'body', pointer: '/name', message: expect.any(String) }]),
      },
    },
    {
      ask: ['GET', '/v2/volumes?page=none'],
      expected: { rule: 'validation', findings: [{ place: 'query', pointer: '/page', message: 'must be integer' }] },
    },
    { ask: ['POST', '/v2/volumes', 'no JSON'], expected: { rule: 'malformed' } },
    { ask: ['GET', '/v2/volumes/0'], expected: { rule: expect.stringMatching(/validation|precondition/) } },
    { ask: ['GET', '/v2/volumes'], token: 'nobody', expected: { rule: 'authentication', findings: [] } },
    { ask: ['GET', '/v2/nowhere'], expected: { rule: 'route', reference: null } },
    { ask: ['PATCH', '/v2/volumes'], expected: { rule: 'method' } },
    { ask: ['DELETE', '/v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1'], expected: { rule: 'precondition' } },
    {
      ask: ['POST', '/v2/volumes', { ...coversVolume, region: 'mars1' }],
      expected: { findings: [{ place: 'body', pointer: '/region', message: expect.any(String) }] },
    },
  ]
  it.for(wrong)('explains why $ask is rejected: $expected.rule', async ({ ask: [method, path, body], token, expected }, { sandbox }) => {
    const response = await sandbox.ask(method, path, body, { ...(token !== undefined && { token }) })
    const { why, summary } = await openLast(sandbox)
    expect(why).toMatchObject({ message: expect.any(String), ...expected })
    expect(summary.message).toBe(response.body.message)
  })

  it('names the rate limit, the permission or the fault that rejected it', async ({ sandbox }) => {
    await sandbox.post('/v2/volumes', coversVolume, { token: sandbox.tokens.read })
    expect((await openLast(sandbox)).why.rule).toBe('permission')
    await sandbox.post('/_sandbox/faults', { operation: 'account_get', status: 503, times: 1 })
    await sandbox.get('/v2/account')
    expect(await openLast(sandbox)).toMatchObject({ why: { rule: 'fault' }, summary: { fault: true, status: 503 } })
    for (let n = 0; n < 251; n += 1) await sandbox.get('/v2/account')
    expect((await openLast(sandbox)).why.rule).toBe('rate_limit')
  })
})

describe('the request log', () => {
  it('sends a request again unchanged', async ({ sandbox }) => {
    await sandbox.post('/v2/tags', { name: 'kept' })
    await sandbox.post('/v2/volumes', coversVolume)
    const { request_id: id } = (await list(sandbox)).requests[0]
    const resent = (await sandbox.post(`/_sandbox/requests/${id}/resend`)).body.request
    expect(resent.summary.number).toBe((await list(sandbox)).requests[0].number)
    expect(resent).toMatchObject({ summary: { status: 409, operation: 'volumes_create' }, why: { rule: 'precondition' } })
    expect((await sandbox.post('/_sandbox/requests/none/resend')).status).toBe(404)
  })

  it('exports requests as HAR, the oldest first', async ({ sandbox }) => {
    await sandbox.get('/v2/account')
    await sandbox.post('/v2/volumes', coversVolume)
    const { log } = (await sandbox.ask('GET', '/_sandbox/requests.har')).body
    expect(log).toMatchObject({ version: '1.2', creator: { name: '@spindrift/sandbox' } })
    expect(log.entries.map(({ request, response }: Json) => [request.method, request.url, response.status])).toEqual([
      ['GET', 'http://127.0.0.1:4020/v2/account', 200],
      ['POST', 'http://127.0.0.1:4020/v2/volumes', 201],
    ])
    expect(log.entries[1].request.postData).toEqual({ mimeType: 'application/json', text: JSON.stringify(coversVolume) })
  })

  it('lists the first 2000 characters of a query, and shows the whole URL in the details', async ({ sandbox }) => {
    const query = `?name=${'a'.repeat(5000)}`
    await sandbox.ask('GET', `/v2/volumes${query}`)
    const [request] = (await sandbox.ask('GET', '/_sandbox/requests')).body.requests
    expect(request.query).toBe(`${query.slice(0, 2000)}…`)
    const { url } = (await sandbox.ask('GET', `/_sandbox/requests/${request.request_id}`)).body.request
    expect(url).toContain(query)
  })

  it('handles other requests while it exports a HAR', async ({ sandbox }) => {
    for (let n = 0; n < 3; n += 1) await sandbox.get('/v2/account')
    const { body } = await sandbox.fetch('http://127.0.0.1:4020/_sandbox/requests.har')
    const parts: string[] = []
    for await (const part of body!.pipeThrough(new TextDecoderStream())) {
      parts.push(part)
      await sandbox.get('/v2/account')
    }
    expect(parts.length).toBeGreaterThan(3)
    expect(JSON.parse(parts.join(''))).toMatchObject({ log: { entries: { length: 3 } } })
  })

  it('contains the part of a streamed response that was read', async ({ sandbox }) => {
    const { inference_key: key } = sandbox.credentials()
    const response = await sandbox.fetch('http://127.0.0.1:4020/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'llama3.3-70b-instruct', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    const text = await response.text()
    expect((await openLast(sandbox)).response.body).toMatchObject({
      text,
      bytes: Buffer.byteLength(text),
      type: expect.stringContaining('event-stream'),
    })
  })

  it('drops the oldest requests above its limits of number and size', async () => {
    const few = createTestSandbox({ requestLog: 3 })
    for (let n = 0; n < 5; n += 1) await few.get('/v2/account')
    const numbers = (await list(few)).requests.map(({ number }) => number as number)
    expect(numbers).toEqual([5, 4, 3])
    const small = createTestSandbox({ requestLogMb: 1, rateLimits: 'off' })
    const key = { name: 'k', public_key: `ssh-ed25519 ${'A'.repeat(200_000)}` }
    for (let n = 0; n < 12; n += 1) await small.post('/v2/account/keys', key)
    const { log } = await list(small)
    expect(log.bytes).toBeLessThanOrEqual(log.max_bytes)
    expect(log.kept).toBeLessThan(12)
  })

  it('truncates a large body and does not send its request again', async ({ sandbox }) => {
    await sandbox.post('/v2/account/keys', { name: 'k', public_key: 'A'.repeat(400_000) })
    const { request, summary } = await openLast(sandbox)
    expect([request.body.cut, request.body.bytes > 400_000, request.body.text.length < 300_000]).toEqual([true, true, true])
    expect((await sandbox.post(`/_sandbox/requests/${summary.request_id}/resend`)).status).toBe(409)
  })

  it('is empty when the log is off', async () => {
    const sandbox = createTestSandbox({ requestLog: 0 })
    await sandbox.post('/v2/volumes', coversVolume)
    expect(await list(sandbox)).toMatchObject({ requests: [], log: { kept: 0, max: 0 } })
  })

  it.for([
    { name: 'markup', path: '/v2/%3Cscript%3E<script>alert(1)</script>', header: '<b>', body: '"<img src=x onerror=alert(1)>"' },
    {
      name: 'a prototype',
      path: '/v2/__proto__?__proto__=1&constructor=2',
      header: '__proto__',
      body: '{"__proto__": {"a": 1}, "constructor": 1}',
    },
    { name: 'no text', path: '/v2/volumes?%ff%00', header: 'x', body: '\u0000\uFFFD\u202e' },
  ])('may contain $name', async ({ path, header, body }, { sandbox }) => {
    await sandbox.ask('POST', path, body, { headers: { 'user-agent': header } })
    const { request, url } = await openLast(sandbox)
    expect([request.headers['user-agent'], request.body.text]).toEqual([header, body])
    expect(url).toContain('/v2/')
    expect((await sandbox.ask('GET', '/_sandbox/requests.har')).body.log.entries).toHaveLength(1)
  })
})

describe('events of a topic', () => {
  it('are streamed as they happen, and no others', async () => {
    const sandbox = await startTestSandbox({ port: 0, seed: 7, checkReplies: true })
    try {
      const token = `Bearer ${sandbox.credentials().tokens.full}`
      const send = (method: string, path: string, body?: unknown) =>
        fetch(`${sandbox.url}${path}`, {
          method,
          headers: { authorization: token, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      const { body } = await fetch(`${sandbox.url}/_sandbox/events?topics=requests,clock,jobs`)
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = (await reader.read()).value ?? ''
      await send('POST', '/v2/droplets', webServer)
      await send('POST', '/v2/droplets', {})
      await send('POST', '/_sandbox/clock', { advance_seconds: 60 })
      while (!text.includes('event: clock')) text += (await reader.read()).value ?? ''
      const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data = '']): [string, unknown] => [
        String(name),
        JSON.parse(data),
      ])
      expect(events.filter(([name]) => name === 'request')).toMatchObject([
        ['request', { operation: 'droplets_create', status: 202, changes: expect.any(Number) }],
        ['request', { operation: 'droplets_create', status: 422, message: expect.any(String) }],
      ])
      expect(events.find(([name]) => name === 'job')).toMatchObject([
        'job',
        { objects: expect.arrayContaining([expect.objectContaining({ kind: 'Droplet' })]) },
      ])
      expect(new Set(events.map(([name]) => name))).toEqual(new Set(['request', 'job', 'clock']))
      await reader.cancel()
    } finally {
      await sandbox.close()
    }
  })
})
