import { describe, expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume, createTestSandbox, webServer } from './create-test-sandbox.ts'
import { forbidden } from './operation-at.ts'

describe('errors', () => {
  const cases = [
    { input: ['GET', '/v2/volumes', undefined, { token: '' }], expected: 401, id: 'unauthorized' },
    { input: ['GET', '/v2/nothing', undefined, { token: '' }], expected: 401, id: 'unauthorized' },
    { input: ['GET', '/v2/volumes', undefined, { token: `dop_v1_${'0'.repeat(64)}` }], expected: 401, id: 'unauthorized' },
    // Without authentication, the methods stay hidden.
    { input: ['PUT', '/v2/volumes', undefined, { token: '' }], expected: 401, id: 'unauthorized' },
    { input: ['PATCH', '/v1/models', undefined, { token: '' }], expected: 401, id: 'unauthorized' },
    { input: ['GET', '/v2/nothing'], expected: 404, id: 'not_found' },
    { input: ['GET', '/nothing'], expected: 404, id: 'not_found' },
    { input: ['GET', '/v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1'], expected: 404, id: 'not_found' },
    { input: ['PUT', '/v2/volumes', {}], expected: 405, id: 'method_not_allowed' },
    { input: ['POST', '/v2/volumes', '{'], expected: 400, id: 'bad_request' },
    { input: ['POST', '/v2/volumes', '['.repeat(200) + ']'.repeat(200)], expected: 400, id: 'bad_request' },
    { input: ['POST', '/v2/volumes'], expected: 422, id: 'unprocessable_entity' },
    {
      input: ['POST', '/v2/volumes', 'name=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
      expected: 415,
      id: 'unsupported_media_type',
    },
    { input: ['GET', '/v2/volumes?per_page=0'], expected: 422, id: 'unprocessable_entity' },
    { input: ['GET', '/v2/volumes?per_page=201'], expected: 422, id: 'unprocessable_entity' },
    { input: ['GET', '/v2/volumes?page=x'], expected: 422, id: 'unprocessable_entity' },
    { input: ['GET', '/v2/volumes/%ff'], expected: 400, id: 'bad_request' },
  ] as const
  it.for(cases)('[status-4xx-request] $input → $expected', async ({ input: [method, path, body, asked], expected, id }, { sandbox }) => {
    const response = await sandbox.ask(method, path, body, asked)
    expect(response.status).toBe(expected)
    expect(response.body).toMatchObject({ id, request_id: response.headers.get('x-request-id') })
    expect(response.body.message).not.toBe('')
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) expect(response.headers.get(name)).toMatch(/^\d+$/)
  })

  it('name the scheme with 401 and the methods with 405', async ({ sandbox }) => {
    expect((await sandbox.get('/v2/volumes', { token: '' })).headers.get('www-authenticate')).toBe('Bearer')
    expect((await sandbox.ask('PUT', '/v2/volumes')).headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS')
  })

  it('accept a trailing slash', async ({ sandbox }) => {
    expect((await sandbox.ask('POST', '/v2/volumes/', coversVolume)).status).toBe(201)
    expect((await sandbox.ask('GET', '/v2/volumes/?name=covers-data')).body.volumes).toHaveLength(1)
    expect((await sandbox.ask('GET', '/v2/volumes//')).status).toBe(404)
  })

  it('accept a boolean as a string', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', forbidden({ ...webServer, monitoring: 'true', ipv6: 'false' }))).body
    await sandbox.pass(60)
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`)).body.droplet.features).toContain('monitoring')
    expect((await sandbox.post('/v2/droplets', forbidden({ ...webServer, monitoring: 'yes' }))).status).toBe(422)
  })

  it('accept an id as a string', async ({ sandbox }) => {
    const { droplet } = (await sandbox.post('/v2/droplets', webServer)).body
    await sandbox.pass(60)
    await sandbox.post('/v2/volumes', coversVolume)
    const attach = { type: 'attach', volume_name: coversVolume.name, region: coversVolume.region } as const
    expect((await sandbox.post('/v2/volumes/actions', forbidden({ ...attach, droplet_id: 'web-01' }))).status).toBe(422)
    expect((await sandbox.post('/v2/volumes/actions', forbidden({ ...attach, droplet_id: String(droplet.id) }))).status).toBe(202)
  })

  it('name every invalid field', async ({ sandbox }) => {
    const { body } = await sandbox.post('/v2/volumes', { name: '', region: 'mars1', size_gigabytes: 20_000 })
    for (const field of ['name', 'region', 'size_gigabytes']) expect(body.message).toContain(`${field}: `)
  })

  it('[errors-403-not-permitted] reject a write with a read-only token, and change nothing', async ({ sandbox }) => {
    const refused = await sandbox.post('/v2/volumes', coversVolume, { token: sandbox.tokens.read })
    expect(refused).toMatchObject({ status: 403, body: { id: 'forbidden' } })
    expect((await sandbox.get('/v2/volumes', { token: sandbox.tokens.read })).body.meta.total).toBe(0)
    expect((await sandbox.get('/v2/account', { token: sandbox.credentials().inference_key })).status).toBe(401)
  })
})

describe('pages', () => {
  it('[pages-none-up-to-twenty] [pages-first-twenty] [pages-per-page-forces] have links only for several pages or with a page parameter', async ({
    sandbox,
  }) => {
    for (let n = 0; n < 20; n += 1) await sandbox.post('/v2/volumes', { ...coversVolume, name: `v${n}` })
    expect((await sandbox.get('/v2/volumes')).body).not.toHaveProperty('links')
    expect((await sandbox.get('/v2/volumes?page=1')).body.links).toEqual({})
    expect((await sandbox.get('/v2/volumes?per_page=7')).body).toMatchObject({
      volumes: Array.from({ length: 7 }, () => ({})),
      links: { pages: { next: expect.stringContaining('per_page=7') } },
    })
    await sandbox.post('/v2/volumes', { ...coversVolume, name: 'v20' })
    const first = (await sandbox.get('/v2/volumes?region=nyc3')).body
    expect(first.volumes).toHaveLength(20)
    expect(first.links.pages).toEqual({
      next: 'http://127.0.0.1:4020/v2/volumes?page=2&region=nyc3',
      last: 'http://127.0.0.1:4020/v2/volumes?page=2&region=nyc3',
    })
    const second = (await sandbox.get('/v2/volumes?region=nyc3&per_page=20&page=2')).body
    expect(second.volumes).toHaveLength(1)
    expect(Object.keys(second.links.pages)).toEqual(['first', 'prev'])
    expect(second.meta).toEqual({ total: 21 })
    const names = [...first.volumes, ...second.volumes].map(({ name }) => name)
    expect(new Set(names).size).toBe(21)
  })

  it('[pages-first-absent-on-first] [pages-prev-absent-on-first] [pages-next-when-sensible] [pages-last-when-sensible] [pages-only-sensible-links] link to existing pages only', async ({
    sandbox,
  }) => {
    for (let n = 0; n < 7; n += 1) await sandbox.post('/v2/volumes', { ...coversVolume, name: `v${n}` })
    const expected = [
      { page: 1, links: { next: 2, last: 3 } },
      { page: 2, links: { first: 1, prev: 1, next: 3, last: 3 } },
      { page: 3, links: { first: 1, prev: 2 } },
      { page: 4, links: { first: 1, prev: 3 } },
      { page: 99, links: { first: 1, prev: 3 } },
    ]
    const names: string[] = []
    for (const { page, links } of expected) {
      const { body } = await sandbox.get(`/v2/volumes?per_page=3&page=${page}`)
      names.push(...body.volumes.map(({ name }) => name))
      const pages = Object.entries(body.links.pages as Record<string, string>)
      const found = pages.map(([rel, url]) => [rel, Number(new URL(url).searchParams.get('page'))] as const)
      expect([page, Object.fromEntries(found)]).toEqual([page, links])
    }
    expect(names.toSorted()).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6'])
  })

  it('have next links that clients can parse by pattern', async ({ sandbox }) => {
    const { links } = (await sandbox.get('/v2/images?private=false&per_page=2')).body
    expect(Object.keys(links.pages)).toEqual(['last', 'next'])
    expect(links.pages.next).toBe('http://127.0.0.1:4020/v2/images?page=2&private=false&per_page=2')
    // Matches up to the last page number after `next`, and the first one that looks like it.
    expect(/"next".*(http.*page=\d+)/.exec(JSON.stringify(links))?.[1]).toContain('/v2/images?page=2&')
    expect(/page=(\d+)/.exec(links.pages.next)?.[1]).toBe('2')
  })

  it('have default numbers and sizes for empty parameters', async ({ sandbox }) => {
    const fullReply = (await sandbox.get('/v2/sizes')).body
    expect((await sandbox.get('/v2/sizes?page=&per_page=')).body).toMatchObject({ sizes: fullReply.sizes, meta: fullReply.meta })
  })

  it('are announced by HEAD only', async ({ sandbox }) => {
    const ask = (method: string, size: number) =>
      sandbox.fetch(`http://127.0.0.1:4020/v2/sizes?per_page=${size}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.tokens.full}` },
      })
    const [get, head] = [await ask('GET', 2), await ask('HEAD', 2)]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length))
    expect(Number(head.headers.get('x-total-count'))).toBeGreaterThan(2)
    expect(head.headers.get('link')).toContain('rel="next"')
    expect([get.headers.get('x-total-count'), get.headers.get('link')]).toEqual([null, null])
    const { headers } = await ask('HEAD', 200)
    expect([headers.has('x-total-count'), headers.has('link')]).toEqual([true, false])
  })
})

describe('deprecated operations', () => {
  it.each([
    { path: '/v2/floating_ips', expected: '@1695427200' },
    { path: '/v2/floating_ips/203.0.113.250', expected: '@1695427200' },
    { path: '/v2/reserved_ips', expected: null },
  ])('$path returns $expected with every status', async ({ path, expected }) => {
    const { headers } = await createTestSandbox().ask('GET', path)
    expect(headers.get('deprecation')).toBe(expected)
    expect(headers.get('sunset')).toBeNull()
  })
})

describe('browsers', () => {
  it('[cors-expose-headers] [cors-max-age] can send preflight requests without a token and without counting', async ({ sandbox }) => {
    const response = await sandbox.ask('OPTIONS', '/v2/volumes', undefined, {
      token: '',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-max-age')).toMatch(/^\d+$/)
    expect(response.headers.get('access-control-expose-headers')).toContain('ratelimit-remaining')
  })
})

/** Sandbox with a frozen clock. */
async function createFrozen() {
  const sandbox = createTestSandbox()
  await sandbox.post('/_sandbox/clock', { now: '2026-03-02T09:00:00Z', frozen: true })
  const remaining = async () => {
    const { status, headers } = await sandbox.get('/v2/account')
    return [status, Number(headers.get('ratelimit-remaining')), Number(headers.get('ratelimit-reset'))]
  }
  return { ...sandbox, remaining, began: Date.UTC(2026, 2, 2, 9) / 1000 }
}

describe('limits', () => {
  it('[limit-hourly] [limit-burst] [rate-hour-each-request] [rate-own-timers] [rate-proceeds-while-remaining] [rate-zero-refuses] [errors-429-limit] count each request for one hour', async () => {
    const sandbox = await createFrozen()
    // Twenty bursts, three minutes apart, exhaust the hourly limit; each burst expires separately.
    for (let burst = 0; burst < 20; burst += 1) {
      const first = await sandbox.remaining()
      for (let n = 1; n < 249; n += 1) await sandbox.remaining()
      const last = await sandbox.remaining()
      expect(first.slice(0, 2)).toEqual([200, 4999 - burst * 250])
      // The last request of a burst leaves 0, although the hourly limit is not exhausted.
      expect(last.slice(0, 2)).toEqual([200, 0])
      await sandbox.pass(170)
    }
    // 3,400 seconds after the first burst, nothing is left until 3,600.
    const refused = await sandbox.get('/v2/account')
    expect([refused.status, refused.headers.get('ratelimit-remaining'), refused.headers.get('retry-after')]).toEqual([429, '0', null])
    expect(Number(refused.headers.get('ratelimit-reset'))).toBe(sandbox.began + 3600)
    await sandbox.pass(199)
    expect((await sandbox.remaining())[0]).toBe(429)
    await sandbox.pass(1)
    // Only the 250 requests of the first burst have expired, and this request counts.
    expect(await sandbox.remaining()).toEqual([200, 249, sandbox.began + 170 + 3600])
  })

  it('[rate-zero-by-burst] [rate-special-independent] can be exceeded independently', async () => {
    const sandbox = await createFrozen()
    for (let n = 0; n < 10; n += 1) await sandbox.get('/v2/account/keys')
    const special = await sandbox.get('/v2/account/keys')
    expect([special.status, special.headers.get('ratelimit-remaining')]).toEqual([429, '0'])
    for (let n = 0; n < 240; n += 1) expect((await sandbox.remaining())[0]).toBe(200)
    const [status, left] = await sandbox.remaining()
    expect([status, left]).toEqual([429, 0])
    await sandbox.pass(60)
    // The hourly limit has 4,750 left meanwhile.
    expect((await sandbox.remaining()).slice(0, 2)).toEqual([200, 4749])
    expect((await sandbox.get('/v2/account/keys')).status).toBe(200)
  })

  it('can be turned off', async ({ unlimited: sandbox }) => {
    for (let n = 0; n < 300; n += 1) await sandbox.get('/v2/account')
    expect((await sandbox.get('/v2/account')).status).toBe(200)
  })
})

describe('the control plane', () => {
  it('returns the credentials to this machine only', async ({ sandbox }) => {
    expect((await sandbox.get('/_sandbox/info')).body.tokens).toEqual(sandbox.tokens)
    expect((await sandbox.get('/_sandbox/info', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await sandbox.fetch('http://rebound.example/_sandbox/info')).status).toBe(403)
  })

  it.for([
    'localhost#.example',
    'localhost/',
    'localhost?',
    'user@localhost',
    'localhost:80:80',
    'localhost.',
    '127.1',
    '0x7f000001',
    'localhost\\x',
    '',
  ])('rejects the host name "%s"', (host, { sandbox: { handle } }) => {
    expect(handle({ method: 'GET', url: '/_sandbox/info', headers: { host } }).status).toBe(403)
  })

  it.for(['localhost', 'LOCALHOST:4020', '127.0.0.1:4020', '[::1]:4020'])('accepts the host name "%s"', (host, { sandbox: { handle } }) => {
    expect(handle({ method: 'GET', url: '/_sandbox/info', headers: { host } }).status).toBe(200)
  })

  it('is readable by its own page and by allowed origins only', async () => {
    const sandbox = createTestSandbox({ controlOrigins: ['http://localhost:5173'] })
    const ask = async (origin: string, method = 'GET', path = '/_sandbox/info') => {
      const { status, headers } = await sandbox.fetch(`http://127.0.0.1:4020${path}`, { method, headers: { origin } })
      return [status, headers.get('access-control-allow-origin')]
    }
    expect(await ask('http://127.0.0.1:4020')).toEqual([200, null])
    expect(await ask('http://localhost:5173')).toEqual([200, 'http://localhost:5173'])
    expect(await ask('http://localhost:5173', 'OPTIONS')).toEqual([204, 'http://localhost:5173'])
    for (const other of [
      'http://127.0.0.1:4021',
      'http://localhost:4020',
      'https://127.0.0.1:4020',
      'http://localhost:5173.evil.example',
      'null',
    ]) {
      expect([other, ...(await ask(other))]).toEqual([other, 403, null])
      expect([other, ...(await ask(other, 'POST', '/_sandbox/reset'))]).toEqual([other, 403, null])
      expect([other, ...(await ask(other, 'OPTIONS'))]).toEqual([other, 204, null])
    }
    expect(() => createTestSandbox({ controlOrigins: ['http://localhost:5173/'] })).toThrow('controlOrigins has "http://localhost:5173/"')
  })

  it('resets to the same state with the same seed', async ({ sandbox }) => {
    const first = (await sandbox.post('/v2/volumes', coversVolume)).body.volume.id
    expect((await sandbox.post('/_sandbox/reset')).status).toBe(200)
    expect((await sandbox.get('/v2/volumes')).body.meta.total).toBe(0)
    expect((await sandbox.post('/v2/volumes', coversVolume)).body.volume.id).toBe(first)
  })
})
