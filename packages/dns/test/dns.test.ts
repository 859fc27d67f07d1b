import { randomBytes } from 'node:crypto'
import { execFile, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Answer, encode } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DnsSandbox, decode, startDns } from './start.ts'

const zone = 'shop.example'
let dns: DnsSandbox

beforeAll(async () => {
  dns = await startDns()
  await createZone(dns)
})
afterAll(() => dns.close())

const records = [
  { type: 'A', name: '@', data: '203.0.113.25', ttl: 300 },
  { type: 'AAAA', name: '@', data: '2001:db8::25' },
  { type: 'A', name: 'mail', data: '203.0.113.26' },
  { type: 'CNAME', name: 'www', data: '@' },
  { type: 'CNAME', name: 'store', data: `www.${zone}.` },
  { type: 'CNAME', name: 'outside', data: 'elsewhere.test.' },
  { type: 'CNAME', name: 'loop-a', data: `loop-b.${zone}.` },
  { type: 'CNAME', name: 'loop-b', data: `loop-a.${zone}.` },
  { type: 'CNAME', name: 'files', data: 'covers.nyc3.localhost.' },
  { type: 'MX', name: '@', data: `mail.${zone}.`, priority: 10 },
  { type: 'TXT', name: '@', data: 'x'.repeat(300) },
  { type: 'SRV', name: '_imaps._tcp', data: `mail.${zone}.`, priority: 10, weight: 5, port: 993 },
  { type: 'CAA', name: '@', data: 'ca.example.', flags: 0, tag: 'issue' },
  { type: 'A', name: '*.dev', data: '203.0.113.30' },
  { type: 'A', name: 'api.v1', data: '203.0.113.31' },
  { type: 'NS', name: 'events', data: `ns1.events.${zone}.` },
  { type: 'A', name: 'ns1.events', data: '203.0.113.40' },
] as const

async function createZone({ request }: DnsSandbox): Promise<void> {
  expect((await request('POST', '/v2/domains', { name: zone })).status).toBe(201)
  for (const record of records) expect(await request('POST', `/v2/domains/${zone}/records`, record)).toMatchObject({ status: 201 })
}

const show = (answers: readonly Answer[] | undefined) =>
  (answers ?? []).flatMap((response) => (response.type === 'OPT' ? [] : [`${response.name} ${response.type}`]))

describe('the name server', () => {
  it('answers every type of record', async () => {
    const { resolver } = dns
    expect(await resolver.resolve4(zone, { ttl: true })).toEqual([{ address: '203.0.113.25', ttl: 300 }])
    expect(await resolver.resolve6(zone)).toEqual(['2001:db8::25'])
    expect(await resolver.resolveMx(zone)).toMatchObject([{ exchange: `mail.${zone}`, priority: 10 }])
    expect(await resolver.resolveTxt(zone)).toEqual([['x'.repeat(255), 'x'.repeat(45)]])
    expect(await resolver.resolveSrv(`_imaps._tcp.${zone}`)).toMatchObject([{ name: `mail.${zone}`, port: 993, priority: 10, weight: 5 }])
    expect(await resolver.resolveCaa(zone)).toMatchObject([{ critical: 0, issue: 'ca.example' }])
    expect(await resolver.resolveCname(`www.${zone}`)).toEqual([zone])
    expect((await resolver.resolveNs(zone)).toSorted()).toEqual([1, 2, 3].map((n) => `ns${n}.spindrift.example`))
    expect(await resolver.resolveSoa(zone)).toMatchObject({
      nsname: 'ns1.spindrift.example',
      hostmaster: `hostmaster.${zone}`,
      minttl: 1800,
    })
  })

  it('answers with one record for equal ones, with the lowest TTL of its name and type', async () => {
    for (const [data, ttl] of [
      ['192.0.2.1', 600],
      ['192.0.2.2', 300],
      ['192.0.2.1', 900],
    ])
      expect(await dns.request('POST', `/v2/domains/${zone}/records`, { type: 'A', name: 'pair', data, ttl })).toMatchObject({
        status: 201,
      })
    const addresses = await dns.resolver.resolve4(`pair.${zone}`, { ttl: true })
    expect(addresses.toSorted((one, other) => one.address.localeCompare(other.address))).toEqual([
      { address: '192.0.2.1', ttl: 300 },
      { address: '192.0.2.2', ttl: 300 },
    ])
  })

  it('answers a change at once, with a higher serial number', async () => {
    const { resolver, request } = dns
    const before = await resolver.resolveSoa(zone)
    const { domain_record: record } = (
      await request('POST', `/v2/domains/${zone}/records`, { type: 'A', name: 'new', data: '203.0.113.50' })
    ).body
    expect(await resolver.resolve4(`new.${zone}`)).toEqual(['203.0.113.50'])
    await request('PATCH', `/v2/domains/${zone}/records/${record.id}`, { type: 'A', data: '203.0.113.51' })
    expect(await resolver.resolve4(`new.${zone}`)).toEqual(['203.0.113.51'])
    await request('DELETE', `/v2/domains/${zone}/records/${record.id}`)
    await expect(resolver.resolve4(`new.${zone}`)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect((await resolver.resolveSoa(zone)).serial).toBeGreaterThan(before.serial)
  })

  it.each([
    { name: `WWW.Shop.example`, answers: ['WWW.Shop.example CNAME', `${zone} A`] },
    { name: `store.${zone}`, answers: [`store.${zone} CNAME`, `www.${zone} CNAME`, `${zone} A`] },
    { name: `files.${zone}`, answers: [`files.${zone} CNAME`, 'covers.nyc3.localhost A'] },
    { name: `a.dev.${zone}`, answers: [`a.dev.${zone} A`] },
    { name: `a.b.dev.${zone}`, answers: [`a.b.dev.${zone} A`] },
    { name: `outside.${zone}`, answers: [`outside.${zone} CNAME`] },
  ])('follows aliases and wildcards: $name', async ({ name, answers }) => {
    const reply = await dns.ask(name, 'A')
    expect([reply.rcode, reply.flag_aa, reply.flag_ra]).toEqual(['NOERROR', true, false])
    expect(show(reply.answers)).toEqual(answers)
  })

  it.each([
    { name: `none.${zone}`, type: 'A', rcode: 'NXDOMAIN' },
    { name: `none.v1.${zone}`, type: 'A', rcode: 'NXDOMAIN' },
    { name: `v1.${zone}`, type: 'A', rcode: 'NOERROR' },
    { name: `mail.${zone}`, type: 'AAAA', rcode: 'NOERROR' },
    { name: `a.dev.${zone}`, type: 'MX', rcode: 'NOERROR' },
  ])('has the SOA record in the negative answer $name $type', async ({ name, type, rcode }) => {
    const reply = await dns.ask(name, type)
    expect({ rcode: reply.rcode, answers: reply.answers, authorities: show(reply.authorities) }).toEqual({
      rcode,
      answers: [],
      authorities: [`${zone} SOA`],
    })
  })

  it('delegates a name that has NS records', async () => {
    const reply = await dns.ask(`api.events.${zone}`, 'A')
    expect([reply.flag_aa, show(reply.authorities), show(reply.additionals)]).toEqual([
      false,
      [`events.${zone} NS`],
      [`ns1.events.${zone} A`],
    ])
  })

  it('fails for a loop of aliases, and refuses names that it does not serve', async () => {
    expect((await dns.ask(`loop-a.${zone}`, 'A')).rcode).toBe('SERVFAIL')
    expect((await dns.ask('elsewhere.test', 'A')).rcode).toBe('REFUSED')
    expect((await dns.ask(zone, 'A', { questions: [{ name: zone, type: 'A', class: 'CH' }] })).rcode).toBe('REFUSED')
  })

  it('adds the addresses of mail servers', async () => {
    expect(show((await dns.ask(zone, 'MX')).additionals)).toEqual([`mail.${zone} A`])
  })

  it('truncates a reply that is too large for UDP, and sends all of it over TCP', async () => {
    const { request, ask, stream, resolver } = dns
    for (let n = 0; n < 35; n += 1)
      await request('POST', `/v2/domains/${zone}/records`, { type: 'A', name: 'many', data: `203.0.113.${n}` })
    const plain = await ask(`many.${zone}`, 'A')
    expect([plain.flag_tc, plain.answers?.length]).toEqual([true, 0])
    const opt = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 4096,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    } satisfies Answer
    const large = await ask(`many.${zone}`, 'A', { additionals: [opt] })
    expect([large.flag_tc, large.answers?.length, large.additionals?.map(({ type }) => type)]).toEqual([false, 35, ['OPT']])
    const query = encode({ type: 'query', id: 9, questions: [{ name: `many.${zone}`, type: 'A' }] })
    expect((await stream([query, query], 2)).map(({ answers }) => answers?.length)).toEqual([35, 35])
    expect(await resolver.resolve4(`many.${zone}`)).toHaveLength(35)
    expect((await ask(zone, 'A', { additionals: [{ ...opt, ednsVersion: 1 }] })).additionals).toMatchObject([
      { type: 'OPT', extendedRcode: 1 },
    ])
  })

  it('transfers a whole zone over TCP only', async () => {
    const query = encode({ type: 'query', id: 9, questions: [{ name: zone, type: 'AXFR' }] })
    const [reply] = await dns.stream([query], 1)
    const all = show(reply?.answers)
    expect([all[0], all.at(-1)]).toEqual([`${zone} SOA`, `${zone} SOA`])
    for (const type of ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV']) expect(all.join('\n')).toContain(` ${type}`)
    expect((await dns.stream([encode({ type: 'query', id: 9, questions: [{ name: `www.${zone}`, type: 'AXFR' }] })], 1))[0]?.rcode).toBe(
      'REFUSED',
    )
  })

  it('resolves hosts of apps and databases, and names of addresses', async () => {
    await using other = await startOther({ world: 'tidewater' })
    const { resolver, request } = other
    const { databases } = (await request('GET', '/v2/databases')).body
    expect(await resolver.resolve4(databases[0].connection.host)).toEqual(['127.0.0.1'])
    const { apps } = (await request('GET', '/v2/apps')).body
    expect(await resolver.resolve4(new URL(apps[0].default_ingress).hostname)).toEqual(['127.0.0.1'])
    const { droplet } = (
      await request('POST', '/v2/droplets', { name: 'web.shop.example', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' })
    ).body
    await request('POST', '/_sandbox/clock', { advance_seconds: 3600 })
    const { networks } = (await request('GET', `/v2/droplets/${droplet.id}`)).body.droplet
    const address = networks.v4.find(({ type }: { readonly type: string }) => type === 'public').ip_address
    expect(await resolver.reverse(address)).toEqual(['web.shop.example'])
    const replicas = `/v2/databases/${databases[0].id}/replicas`
    const { host } = (await request('POST', replicas, { name: 'r', region: 'nyc3', size: 'db-s-1vcpu-2gb' })).body.replica.connection
    expect(await resolver.resolve4(host)).toEqual(['127.0.0.1'])
    await request('DELETE', `/v2/databases/${databases[0].id}`)
    for (const each of [host, databases[0].connection.host])
      await expect(resolver.resolve4(each)).rejects.toMatchObject({ code: 'EREFUSED' })
  })

  it('leaves out records that no message can contain, and transfers large ones', async () => {
    await using other = await startOther()
    const { ask, request, stream } = other
    await request('POST', '/v2/domains', { name: zone })
    const create = async (record: object) =>
      expect(await request('POST', `/v2/domains/${zone}/records`, record)).toMatchObject({ status: 201 })
    const long = 'l'.repeat(64)
    for (const data of ['x..y.', `${long}.example.`]) await create({ type: 'MX', name: 'bad', data, priority: 1 })
    await create({ type: 'A', name: `${long}.c`, data: '203.0.113.1' })
    await create({ type: 'TXT', name: 'bad', data: 'x'.repeat(65_535) })
    for (const type of ['MX', 'TXT']) expect(await ask(`bad.${zone}`, type)).toMatchObject({ rcode: 'NXDOMAIN' })
    for (const name of ['a', 'b', 'c']) await create({ type: 'TXT', name, data: 'x'.repeat(40_000) })
    const replies = await stream([encode({ type: 'query', id: 9, questions: [{ name: zone, type: 'AXFR' }] })], 3)
    const all = show(replies.flatMap(({ answers }) => answers ?? []))
    expect([all[0], all.at(-1), all.length]).toEqual([`${zone} SOA`, `${zone} SOA`, 8])
    expect(other.errors).toEqual([])
  })

  it('follows snapshots, resets and accounts', async () => {
    await using other = await startOther()
    const { resolver, request } = other
    const resolve = () => resolver.resolve4(zone).catch((error: NodeJS.ErrnoException) => error.code)
    await request('POST', '/v2/domains', { name: zone, ip_address: '203.0.113.1' })
    await request('POST', '/_sandbox/snapshots', { name: 'one' })
    await request('DELETE', `/v2/domains/${zone}`)
    expect(await resolve()).toBe('EREFUSED')
    await request('POST', '/_sandbox/snapshots/restore', { name: 'one' })
    expect(await resolve()).toEqual(['203.0.113.1'])
    const { id, tokens } = (await request('POST', '/_sandbox/accounts', {})).body
    await request('POST', '/v2/domains', { name: `other.${zone}`, ip_address: '203.0.113.2' }, tokens.full)
    expect(await resolver.resolve4(`other.${zone}`)).toEqual(['203.0.113.2'])
    await request('DELETE', '/_sandbox/accounts', { id })
    await expect(resolver.resolve4(`other.${zone}`)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await request('POST', '/_sandbox/reset')
    expect(await resolve()).toBe('EREFUSED')
  })

  it('fails with an injected fault', async () => {
    await using other = await startOther()
    const { ask, send, request } = other
    await request('POST', '/v2/domains', { name: zone, ip_address: '203.0.113.1' })
    const { id } = (await request('POST', '/_sandbox/faults', { family: 'dns', status: 503 })).body
    expect((await ask(zone, 'A')).rcode).toBe('SERVFAIL')
    await request('DELETE', `/_sandbox/faults/${id}`)
    await request('POST', '/_sandbox/faults', { family: 'dns', cut: 'before' })
    const query = encode({ type: 'query', id: 1, questions: [{ name: zone, type: 'A' }] })
    expect(await send(query)).toBeUndefined()
    await request('DELETE', '/_sandbox/faults')
    await request('POST', '/_sandbox/faults', { family: 'dns', latency_ms: 100 })
    // A client may send no more before it has the reply.
    const socket = connect({ port: other.port, allowHalfOpen: true })
    socket.end(Buffer.concat([Buffer.from([0, query.length]), query]))
    expect(decode((await once(socket, 'data'))[0].subarray(2)).answers).toHaveLength(1)
    const pending = send(query)
    await setTimeout(20)
    await other.close()
    expect([await pending, other.errors]).toEqual([undefined, []])
  })

  const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  for (const program of ['dig', 'kdig'])
    it.skipIf(!has(program))(`is read by ${program}`, async () => {
      const run = async (...args: string[]) =>
        (await promisify(execFile)(program, ['@127.0.0.1', '-p', String(dns.port), ...args], { encoding: 'utf8' })).stdout
      expect(await run('+short', `store.${zone}`, 'A')).toBe(`www.${zone}.\n${zone}.\n203.0.113.25\n`)
      expect(await run('+tcp', '+short', zone, 'MX')).toBe(`10 mail.${zone}.\n`)
      expect((await run(zone, 'AXFR')).match(/\sIN\s+SOA\s/g)).toHaveLength(2)
      expect(await run(`none.${zone}`, 'A')).toContain('NXDOMAIN')
    })
})

describe('malformed messages', () => {
  const query = encode({ type: 'query', id: 513, questions: [{ name: zone, type: 'A' }] })

  it.each([
    {
      shown: 'a body of zeros',
      bytes: Buffer.concat([Buffer.from([2, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from([63, 1, 2])]),
      rcode: 'FORMERR',
    },
    { shown: 'no question', bytes: Buffer.from([2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), rcode: 'FORMERR' },
    {
      shown: 'a name that points to itself',
      bytes: Buffer.from([2, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 1, 0, 1]),
      rcode: 'FORMERR',
    },
    {
      shown: 'a name that is not UTF-8',
      bytes: Buffer.from([2, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 63, ...Array.from({ length: 63 }, () => 0xff), 0, 0, 1, 0, 1]),
      rcode: 'REFUSED',
    },
    { shown: 'another opcode', bytes: Buffer.concat([query.subarray(0, 2), Buffer.from([0x29]), query.subarray(3)]), rcode: 'NOTIMP' },
  ])('gets an error code for $shown', async ({ bytes, rcode }) => {
    const reply = decode((await dns.send(bytes)) as Buffer)
    expect([reply.id, reply.rcode]).toEqual([513, rcode])
  })

  it('gets no reply for a response or a piece of a header', async () => {
    expect(await dns.send(Buffer.from([1, 2, 3]))).toBeUndefined()
    expect(await dns.send(encode({ type: 'response', id: 1, questions: [{ name: zone, type: 'A' }] }))).toBeUndefined()
  })

  it('never stops the server, whatever the bytes', { timeout: 60_000 }, async () => {
    const answers: unknown[] = []
    for (let n = 0; n < 2000; n += 1) {
      const bytes = Buffer.from(query)
      for (let change = 0; change < 1 + (n % 4); change += 1) bytes[(n * 31 + change * 7) % bytes.length] = randomBytes(1)[0] ?? 0
      void dns.send(n % 5 === 0 ? randomBytes(n % 600) : bytes.subarray(0, bytes.length - (n % 3)))
      if (n % 100 === 99) answers.push(...((await dns.ask(zone, 'A')).answers ?? []))
    }
    expect(answers).toHaveLength(20)
    expect(dns.errors).toEqual([])
  })

  it('survives connections that stop in the middle', async () => {
    const socket = connect(dns.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(Buffer.from([0, 40, 1, 2]))
    socket.resetAndDestroy()
    expect(await dns.stream([Buffer.from([1, 2, 3])], 1)).toEqual([])
    expect(await dns.resolver.resolve4(zone)).toEqual(['203.0.113.25'])
  })
})

async function startOther(options: Parameters<typeof startDns>[0] = {}) {
  const other = await startDns(options)
  return { ...other, [Symbol.asyncDispose]: other.close }
}
