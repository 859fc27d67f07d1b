/** Nothing of a real account may be in a recording, and what was one thing must stay one thing. */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { createMasker } from './mask-exchange.ts'
import { collectVocabulary } from './vocabulary.ts'

const vocabulary = collectVocabulary()
const key = new Uint8Array(16)

const exchange = (change: Partial<Exchange>): Exchange => ({
  method: 'GET',
  origin: 'https://api.digitalocean.com',
  url: '/v2/droplets',
  requestHeaders: { authorization: 'Bearer dop_v1_5f2c9a7be01d4c83a6f7', 'content-type': 'application/json' },
  requestBody: '',
  at: 0,
  took: 1,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '',
  ...change,
})

/** Made up, and none of them in the specification. */
const planted = {
  token: 'dop_v1_5f2c9a7be01d4c83a6f7',
  password: 'Zq8!rT-hunter',
  uuid: '7d1f3c52-9a0b-4c6e-8d27-51b6f0a3e9c4',
  dropletId: '873465120',
  email: 'greta.kowalczyk@brassfinch.io',
  ipv4: '46.101.77.93',
  privateIp: '10.136.20.7',
  network: '10.136.16.0/20',
  ipv6: '2a03:b0c0:3:d0::18f1:7001',
  domain: 'brassfinch.io',
  host: 'pg-main-do-user-90817-0.b.db.ondigitalocean.com',
  name: 'brassfinch-checkout',
  person: 'Greta Kowalczyk',
  sshKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJk2pXhTzv0vC1m8QbWfJ7s4hK3nY6rL5uE9oD2gA1cT greta@finchbook',
  pem: '-----BEGIN PRIVATE KEY-----\nMIIEvQbrassfinchIBADAN\n-----END PRIVATE KEY-----\n',
  accessKey: 'DO00QX7MZ4KPLW2V9R6T',
  cookie: 'sess-91c7ab-kestrel',
  freeText: 'Runs the checkout of Brassfinch in Gdansk',
  envValue: 'kestrel-value',
  labelKey: 'kestrel-team',
}
const uri = `postgres://kestreluser:${encodeURIComponent(planted.password)}@${planted.host}:25060/kestreldb?sslmode=require`

const droplet = {
  id: Number(planted.dropletId),
  name: planted.name,
  status: 'active',
  size_slug: 's-9vcpu-of-next-year',
  vcpus: 2,
  region: { slug: 'nyc3', name: 'New York 3' },
  created_at: '2026-03-02T09:00:00Z',
  networks: {
    v4: [
      { ip_address: planted.privateIp, netmask: '255.255.240.0', type: 'private' },
      { ip_address: planted.ipv4, type: 'public' },
    ],
  },
  vpc_uuid: planted.uuid,
  tags: [`${planted.name}:prod`],
}

const traffic: readonly Exchange[] = [
  exchange({
    method: 'POST',
    requestHeaders: {
      authorization: `Bearer ${planted.token}`,
      cookie: `s=${planted.cookie}`,
      'x-kestrel': planted.cookie,
      'content-type': 'application/json',
    },
    requestBody: JSON.stringify({
      name: planted.name,
      description: planted.freeText,
      ssh_keys: [planted.sshKey],
      user_data: `#!/bin/sh\necho ${planted.password}`,
      tags: [`${planted.name}:prod`],
    }),
    status: 202,
    headers: {
      'content-type': 'application/json',
      'set-cookie': `sid=${planted.cookie}; Path=/; Domain=${planted.domain}`,
      link: `<https://api.digitalocean.com/v2/tags/${planted.name}?page=2>; rel="next"`,
    },
    body: JSON.stringify({ droplet, links: { pages: { next: `https://api.digitalocean.com/v2/droplets?name=${planted.name}&page=2` } } }),
  }),
  exchange({
    url: `/v2/droplets/${planted.dropletId}?tag_name=${encodeURIComponent(`${planted.name}:prod`)}&email=${encodeURIComponent(planted.email)}`,
    body: JSON.stringify({ droplet }),
  }),
  exchange({
    method: 'DELETE',
    url: `/v2/domains/${planted.domain}` as const,
    status: 404,
    body: JSON.stringify({
      id: 'not_found',
      message: `Domain ${planted.domain} of "${planted.person}" (${planted.ipv4}, droplet ${planted.dropletId}) was not found.`,
    }),
  }),
  exchange({
    url: `/v2/databases/${planted.uuid}` as const,
    body: JSON.stringify({
      database: {
        id: planted.uuid,
        connection: { uri, host: planted.host, user: 'kestreluser', password: planted.password, database: 'kestreldb' },
        rules: [{ type: 'ip_addr', value: planted.network }],
        labels: { [planted.labelKey]: planted.envValue },
        private_key: planted.pem,
      },
    }),
  }),
  exchange({
    url: '/v2/account',
    body: JSON.stringify({ account: { email: planted.email, name: planted.person, uuid: planted.uuid, team: { name: planted.person } } }),
  }),
  exchange({
    url: '/v2/spaces/keys',
    method: 'POST',
    body: JSON.stringify({ key: { access_key: planted.accessKey, secret_key: `${planted.accessKey}secret`, name: planted.name } }),
  }),
  exchange({
    url: '/v1/oauth/token',
    method: 'POST',
    requestHeaders: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${planted.name}:${planted.password}`).toString('base64')}`,
    },
    requestBody: `grant_type=refresh_token&refresh_token=${planted.token}&client_secret=${encodeURIComponent(planted.password)}`,
    body: JSON.stringify({ access_token: planted.token, info: { name: planted.person, email: planted.email } }),
  }),
  exchange({
    url: '/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'text/event-stream' },
    body: `data: ${JSON.stringify({ choices: [{ delta: { content: planted.freeText } }] })}\n\ndata: [DONE]\n\n`,
  }),
  exchange({
    url: '/v2/droplets',
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: `<p>${planted.person} at ${planted.ipv6} with ${planted.password}</p>`,
  }),
  exchange({
    url: '/v2/firewalls',
    body: JSON.stringify({
      sources: { addresses: [planted.ipv6, `${planted.ipv4}/32`], droplet_ids: [Number(planted.dropletId)] },
      urn: `do:droplet:${planted.dropletId}`,
    }),
  }),
]

describe('a masked recording', () => {
  const mask = createMasker(vocabulary, key)
  const masked = traffic.map(mask)
  const text = JSON.stringify(masked)

  it.each(Object.entries(planted))('holds nothing of the planted %s', (_, value) => {
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64')])
      expect(text).not.toContain(form)
  })

  it('holds no part of them either', () => {
    for (const part of ['brassfinch', 'kestrel', 'Greta', 'Kowalczyk', 'hunter', 'Gdansk', '90817', 'finchbook'])
      expect(text.toLowerCase()).not.toContain(part.toLowerCase())
  })

  const bodyOf = (n: number) => JSON.parse(masked[n]?.body ?? '') as Record<string, never>

  it('keeps what is public', () => {
    const { droplet: kept } = bodyOf(0) as unknown as { readonly droplet: typeof droplet }
    expect(kept).toMatchObject({
      status: 'active',
      size_slug: 's-9vcpu-of-next-year',
      vcpus: 2,
      region: { slug: 'nyc3', name: 'New York 3' },
      created_at: '2026-03-02T09:00:00Z',
    })
    expect(bodyOf(2)).toMatchObject({
      id: 'not_found',
      message: expect.stringMatching(/^Domain domain-\d+\.example of .* was not found\.$/),
    })
    expect(masked[1]?.url).toMatch(/^\/v2\/droplets\/9\d{8}\?tag_name=name-\d+:name-\d+&email=person-\d+@domain\.example$/)
  })

  it('replaces one thing in one way everywhere', () => {
    const { droplet: made } = bodyOf(0) as unknown as { readonly droplet: typeof droplet }
    const { database } = bodyOf(3) as unknown as {
      readonly database: {
        readonly id: string
        readonly connection: Record<string, string>
        readonly rules: readonly { readonly value: string }[]
      }
    }
    const firewall = bodyOf(9) as unknown as { readonly sources: { readonly droplet_ids: readonly number[] }; readonly urn: string }
    expect(masked[1]?.url).toContain(`/v2/droplets/${made.id}?`)
    expect(firewall).toMatchObject({ sources: { droplet_ids: [made.id] }, urn: `do:droplet:${made.id}` })
    expect(JSON.parse(masked[0]?.requestBody ?? '')).toMatchObject({ name: made.name, tags: made.tags })
    expect(database.id).toBe(made.vpc_uuid)
    expect(database.connection['uri']).toContain(`@${database.connection['host']}:25060/`)
    expect(database.connection['uri']).toContain(encodeURIComponent(database.connection['password'] ?? '-'))
    expect(masked[0]?.requestHeaders['authorization']).toBe(masked[1]?.requestHeaders['authorization'])
    expect(masked[6]?.requestBody).toContain(`client_secret=${database.connection['password']}`)
  })

  it('leaves private addresses in the stand-in of their network', () => {
    const { droplet: made } = bodyOf(0) as unknown as { readonly droplet: typeof droplet }
    const { database } = bodyOf(3) as unknown as { readonly database: { readonly rules: readonly { readonly value: string }[] } }
    const [network = '', size] = database.rules[0]?.value.split('/') ?? []
    const toBits = (address: string) =>
      address
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('')
    expect(size).toBe('20')
    expect(toBits(made.networks.v4[0]?.ip_address ?? '').slice(0, 20)).toBe(toBits(network).slice(0, 20))
    expect(network).toMatch(/^10\./)
  })
})

const texts = [
  {
    given: { region: 'nyc3', status: 'in-progress', size: 's-1vcpu-2gb' },
    want: { region: 'nyc3', status: 'in-progress', size: 's-1vcpu-2gb' },
  },
  {
    given: { cidr: '0.0.0.0/0', ip: '::/0', new_region_count: 3, acme: 1 },
    want: { cidr: '0.0.0.0/0', ip: '::/0', new_region_count: 3, 'name-1': 1 },
  },
  { given: { key: 'KESTREL_URL', scope: 'RUN_TIME' }, want: { key: 'NAME_1', scope: 'RUN_TIME' } },
  { given: { data: 'mail.kestrel.org.' }, want: { data: 'name-1.domain-1.example.' } },
  { given: { endpoint: 'covers.nyc3.digitaloceanspaces.com' }, want: { endpoint: 'name-1.nyc3.digitaloceanspaces.com' } },
  { given: { hour: '09:00', version: '1.31.1-do.3', ttl: '4h0m0s' }, want: { hour: '09:00', version: '1.31.1-do.3', ttl: '4h0m0s' } },
  { given: { password: 'active' }, want: { password: 'masked-secret-1' } },
]
it('finds a host of common words in a sentence, known before or not', () => {
  const mask = createMasker(vocabulary, key)
  const zone = {
    domain: {
      name: 'orders.store',
      zone_file: '$ORIGIN orders.store.\norders.store. IN A 46.101.77.93\nwww.orders.store. IN CNAME orders.store.',
    },
  }
  const { body: known } = mask(exchange({ body: JSON.stringify(zone) }))
  const { body: unknown } = mask(
    exchange({
      status: 422,
      body: '{"id":"unprocessable_entity","message":"domain_record.name: customer.service is not below orders.store, says customer@service.store at 46.101.77.93"}',
    }),
  )
  expect(known + unknown).not.toMatch(/orders|store|customer|46\.101/)
  expect(unknown).toContain('domain_record.name: ')
})

it.each(texts)('$given', ({ given, want }) => {
  const { body } = createMasker(vocabulary, key)(exchange({ body: JSON.stringify(given) }))
  expect(JSON.parse(body)).toEqual(want)
})
