import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from './observed.ts'

const zone = { name: 'tidewater.example' }
const domain = '/v2/domains/tidewater.example'

/** Replies of 200, 404 and 422. */
async function listReplies({ get, post }: ObservedSandbox) {
  return [await get('/v2/account'), await get(domain), await post('/v2/domains', {})] as const
}

/** Asserts headers of each reply. */
const withHeaders = (headers: Readonly<Record<string, string | RegExp>>) => async (sandbox: ObservedSandbox) => {
  const replies = await listReplies(sandbox)
  for (const reply of replies) for (const [name, value] of Object.entries(headers)) expect(reply.headers.get(name)).toBe(value)
  return replies[0]
}

/** Page 2 of 29 records. */
async function getPage({ create, get }: ObservedSandbox) {
  await create('/v2/domains', zone)
  for (let n = 0; n < 25; n += 1) await create(`${domain}/records`, { type: 'A', name: `web-${n}`, data: '203.0.113.10' })
  return get(`${domain}/records?page=2`)
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

testObserved({
  'wire-01': ({ get }) => get(domain),
  'wire-02': ({ get }) => get('/v2/account', { token: '' }),
  'wire-05': withHeaders({ 'content-type': 'application/json; charset=utf-8' }),
  'wire-06': async (sandbox) => {
    const replies = await listReplies(sandbox)
    for (const { headers, body } of replies) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect([undefined, headers.get('x-request-id')]).toContain(body.request_id)
    }
    return replies[0]
  },
  'wire-07': async ({ open }) => {
    const replies = await listReplies(open({ rateLimits: 'on' }))
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 422])
    for (const [n, { headers }] of replies.entries()) {
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['5000', String(4999 - n)])
      expect(headers.get('ratelimit-reset')).toMatch(/^\d{10}$/)
    }
    return replies[0]
  },
  'wire-08': async (sandbox) => {
    const [found, missing, refused] = await listReplies(sandbox)
    const created = [await sandbox.post('/v2/domains', zone), await sandbox.post('/v2/reserved_ips', { region: 'nyc3' })]
    const cached = [found, refused, ...created].map(({ headers }) => headers.get('cache-control'))
    expect(new Set(cached)).toEqual(new Set(['max-age=0, private, must-revalidate']))
    for (const { headers } of [missing, await sandbox.delete(domain)]) expect(headers.get('cache-control')).toBe('no-cache')
    return found
  },
  'wire-10': withHeaders({ 'x-gateway': 'Edge-Gateway', 'x-response-from': 'service' }),
  'wire-11': withHeaders({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN', 'x-xss-protection': '1; mode=block' }),
  'wire-12': async (sandbox) => {
    const response = await getPage(sandbox)
    expect(pathOf(response.body.links.pages.first)).toBe(`${domain}/records?page=1`)
    return response
  },
  'wire-13': async (sandbox) => {
    const response = await getPage(sandbox)
    expect(Object.keys(response.body.links.pages).toSorted()).toEqual(['first', 'prev'])
    expect(response.body.meta.total).toBe(20 + response.body.domain_records.length)
    return response
  },
  'wire-15': ({ get }) => get('/v2/registry/tidewater/repositories/covers/web/tags'),
  'wire-16': async ({ create, post }) => {
    await create('/_sandbox/faults', { operation: 'certificates_create', status: 503 })
    return post('/v2/certificates', { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['tidewater.example'] })
  },
  'wire-17': async ({ create, get }) => {
    await create('/_sandbox/faults', { operation: 'account_get', status: 500 })
    return get('/v2/account')
  },
  'wire-19': async ({ open }) => {
    const { create, get } = open({ rateLimits: 'on' })
    await get('/v2/account')
    const { tokens } = (await get('/_sandbox/rate-limits')).body
    await create('/_sandbox/rate-limits', { token: tokens[0].token, name: 'hour', to: 'exhausted' })
    return get('/v2/account')
  },
  'wire-21': ({ post }) => post('/v2/domains', '{"name": tidewater'),
  'wire-22': ({ post }) => post('/v2/monitoring/alerts', '{"alerts": {'),
  'wire-24': ({ get }) => get('/v2/firewalls/not-a-uuid'),
  'wire-25': async ({ get }) => {
    const response = await get('/v2/droplets/web-01')
    expect(response.status).toBe(404)
    return response
  },
  'wire-28': async ({ post }) => {
    const inCapitals = async (path: string, body: object, reply: object) => {
      const response = await shows(post(path, body), reply)
      expect(response.status).toBeLessThan(300)
      return response
    }
    const region = { slug: 'fra1' }
    await inCapitals('/v2/volumes', { name: 'covers', region: 'FRA1', size_gigabytes: 1 }, { volume: { region } })
    await inCapitals('/v2/vpcs', { name: 'press', region: 'FRA1' }, { vpc: { region: 'fra1' } })
    await inCapitals('/v2/reserved_ips', { region: 'FRA1' }, { reserved_ip: { region } })
    const rule = { entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }
    await inCapitals('/v2/load_balancers', { name: 'lb', region: 'FRA1', forwarding_rules: [rule] }, { load_balancer: { region } })
    const cluster = { name: 'orders', engine: 'pg', region: 'FRA1', size: 'DB-S-1VCPU-1GB', num_nodes: 1 }
    await inCapitals('/v2/databases', cluster, { database: { region: 'fra1', size: 'db-s-1vcpu-1gb' } })
    const droplet = { name: 'web', region: 'FRA1', size: 'S-1VCPU-1GB', image: 'UBUNTU-24-04-X64' }
    return inCapitals('/v2/droplets', droplet, { droplet: { region, size_slug: 's-1vcpu-1gb', image: { slug: 'ubuntu-24-04-x64' } } })
  },
  'wire-26': async ({ get }) => {
    const response = await shows(get('/v2/images?per_page=5'), { links: { pages: { next: expect.any(String) } } })
    const { pages } = response.body.links
    expect(Object.keys(pages)).toEqual(['last', 'next'])
    expect(pathOf(pages.next)).toBe('/v2/images?page=2&per_page=5')
    return response
  },
})
