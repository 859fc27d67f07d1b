import type { Answer, Cases, Probe } from '../probe.ts'

const zone = { name: 'tidewater.example' }
const records = '/v2/domains/tidewater.example/records'

/** A success, a 404 and a 422. */
async function askThree({ get, post }: Probe): Promise<readonly [Answer, Answer, Answer]> {
  return [await get('/v2/account'), await get('/v2/domains/tidewater.example'), await post('/v2/domains', {})]
}

/** More records than a page holds. */
async function fillZone({ make }: Probe) {
  await make('POST', '/v2/domains', zone)
  for (let n = 0; n < 25; n += 1) await make('POST', records, { type: 'A', name: `web-${n}`, data: '203.0.113.10' })
}

export const wire: Cases = {
  'wire-01': ({ get }) => get('/v2/domains/tidewater.example'),
  'wire-02': ({ get }) => get('/v2/account', { token: '' }),
  'wire-05': async (probe) => {
    const answers = await askThree(probe)
    const types = answers.map(({ headers }) => headers.get('content-type'))
    probe.holds(
      'content-type',
      types,
      answers.map(() => 'application/json; charset=utf-8'),
    )
    return answers[0]
  },
  'wire-06': async (probe) => {
    const answers = await askThree(probe)
    for (const { headers, body } of answers) {
      probe.matches('x-request-id', headers.get('x-request-id'), /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      if (body.request_id !== undefined) probe.holds('request_id', body.request_id, headers.get('x-request-id'))
    }
    return answers[0]
  },
  'wire-07': async (probe) => {
    const answers = await askThree(probe.open({ rateLimits: 'on' }))
    probe.holds(
      'statuses',
      answers.map(({ status }) => status),
      [200, 404, 422],
    )
    for (const [n, { headers }] of answers.entries()) {
      probe.holds('limit and rest', [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], ['5000', String(4999 - n)])
      probe.matches('ratelimit-reset', headers.get('ratelimit-reset'), /^\d{10}$/)
    }
    return answers[0]
  },
  'wire-08': async (probe) => {
    const [found, missing, refused] = await askThree(probe)
    const kept = [found, refused, await probe.post('/v2/domains', zone), await probe.post('/v2/reserved_ips', { region: 'nyc3' })]
    for (const { headers } of kept) probe.holds('cache-control', headers.get('cache-control'), 'max-age=0, private, must-revalidate')
    const deleted = await probe.delete('/v2/domains/tidewater.example')
    for (const { headers } of [missing, deleted]) probe.holds('cache-control', headers.get('cache-control'), 'no-cache')
    return found
  },
  'wire-10': async (probe) => {
    const answers = await askThree(probe)
    for (const { headers } of answers)
      probe.holds('gateway', [headers.get('x-gateway'), headers.get('x-response-from')], ['Edge-Gateway', 'service'])
    return answers[0]
  },
  'wire-11': async (probe) => {
    const answers = await askThree(probe)
    const names = ['x-content-type-options', 'x-frame-options', 'x-xss-protection']
    for (const { headers } of answers)
      probe.holds(
        'headers',
        names.map((name) => headers.get(name)),
        ['nosniff', 'SAMEORIGIN', '1; mode=block'],
      )
    return answers[0]
  },
  'wire-12': async (probe) => {
    await fillZone(probe)
    const answer = await probe.get(`${records}?page=2`)
    const first = new URL(answer.body.links.pages.first)
    probe.holds('the first page', `${first.pathname}${first.search}`, `${records}?page=1`)
    return answer
  },
  'wire-13': async (probe) => {
    await fillZone(probe)
    const answer = await probe.get(`${records}?page=2`)
    probe.holds('links', Object.keys(answer.body.links.pages).toSorted(), ['first', 'prev'])
    const { domain_records: rest, meta } = answer.body
    probe.holds('total', meta.total, 20 + rest.length)
    return answer
  },
  'wire-15': ({ get }) => get('/v2/registry/tidewater/repositories/covers/web/tags'),
  'wire-16': async ({ make, post }) => {
    await make('POST', '/_sandbox/faults', { operation: 'certificates_create', status: 503 })
    return post('/v2/certificates', { name: 'covers-cert', type: 'lets_encrypt', dns_names: ['tidewater.example'] })
  },
  'wire-17': async ({ make, get }) => {
    await make('POST', '/_sandbox/faults', { operation: 'account_get', status: 500 })
    return get('/v2/account')
  },
  'wire-19': async ({ open }) => {
    const { get, pass } = open({ rateLimits: 'on' })
    let answer = await get('/v2/account')
    for (let n = 1; n <= 5000; n += 1) {
      if (n % 250 === 0) await pass(61)
      answer = await get('/v2/account')
    }
    return answer
  },
  'wire-21': ({ post }) => post('/v2/domains', '{"name": tidewater'),
  'wire-22': ({ post }) => post('/v2/monitoring/alerts', '{"alerts": {'),
  'wire-24': ({ get }) => get('/v2/firewalls/not-a-uuid'),
  'wire-26': async ({ get, holds }) => {
    const answer = await get('/v2/images?per_page=5')
    const { pages } = answer.body.links
    holds('the links', Object.keys(pages), ['last', 'next'])
    const next = new URL(pages.next)
    holds('the next page', `${next.pathname}${next.search}`, '/v2/images?page=2&per_page=5')
    return answer
  },
  'wire-25': (probe) => probe.seen(probe.get('/v2/droplets/web-01'), 'status', ({ status }) => status, 404),
}
