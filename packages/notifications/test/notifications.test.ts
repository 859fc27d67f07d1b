import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StartOptions } from '@spindrift/sandbox'
import { startService } from '@spindrift/testing/start-service'
import { startJsonServer } from '@spindrift/testing/start-json-server'
import { createTransport } from 'nodemailer'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startInbox } from '../src/inbox.ts'
import { createService } from '../src/index.ts'

const maya = 'maya@tidewater.example'

async function start(options: StartOptions = {}) {
  const service = await startService(createService(), options)
  onTestFinished(service.close)
  const request = async (method: string, path: string, body?: object, token?: string) => {
    const reply = await service.request(method, path, body, token)
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const port = Number(service.environment['SPINDRIFT_SMTP_SERVER']?.split(':')[1])
  const pass = (seconds: number) => request('POST', '/_sandbox/clock', { advance_seconds: seconds })
  /** Oldest first. */
  const listInbox = async (): Promise<Record<string, unknown>[]> => (await request('GET', '/_sandbox/inbox')).messages.toReversed()
  const createDroplet = async (token?: string) => {
    const fields = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', monitoring: true }
    const { droplet } = await request('POST', '/v2/droplets', fields, token)
    await pass(120)
    return droplet.id as number
  }
  await request('POST', '/_sandbox/clock', { now: '2026-03-02T10:00:00Z', frozen: true })
  return { ...service, request, pass, listInbox, createDroplet, port }
}

/** With one processor, the load is always 0.3. */
const policyOf = (more: object = {}) => ({
  type: 'v1/insights/droplet/load_1',
  description: 'The shop is busy',
  compare: 'GreaterThan',
  value: 0.2,
  window: '5m',
  entities: [],
  tags: [],
  alerts: { email: [maya], slack: [] },
  enabled: true,
  ...more,
})

it('sends mail and a webhook when a metric was beyond its threshold for the window, once', async () => {
  const received: unknown[] = []
  await using webhook = await startJsonServer((response, body) => {
    received.push(body)
    response.end('ok')
  })
  const { request, pass, listInbox, createDroplet } = await start()
  const id = await createDroplet()
  const alerts = { email: [maya], slack: [{ channel: '#shop', url: `${webhook.url}/services/secret` }] }
  await request('POST', '/v2/monitoring/alerts', policyOf({ alerts }))
  await pass(240)
  expect(await listInbox()).toEqual([])
  await pass(600)
  const [mail, sent, ...others] = await listInbox()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    channel: 'mail',
    to: [maya],
    from: 'alerts@spindrift.example',
    subject: 'Firing: The shop is busy',
    status: 'received',
  })
  expect(mail?.['text']).toContain(`load_1 of web-01 (Droplet ${id}) is above 0.2 for 5m`)
  expect(sent).toMatchObject({ channel: 'webhook', to: [`${webhook.url} #shop`], status: 'sent' })
  expect(received).toMatchObject([{ channel: '#shop', text: expect.stringContaining('Firing: The shop is busy') }])
  // Ten minutes after the creation of the policy at the latest, whatever the clock skipped.
  expect(Date.parse(String(mail?.['at']))).toBeGreaterThanOrEqual(Date.parse('2026-03-02T10:07:00Z'))
  expect(Date.parse(String(mail?.['at']))).toBeLessThan(Date.parse('2026-03-02T10:10:00Z'))
  await pass(30 * 24 * 3600)
  expect(await listInbox()).toHaveLength(2)
})

it.each([
  { type: 'v1/insights/droplet/cpu', value: 20 },
  { type: 'v1/insights/droplet/memory_utilization_percent', value: 40 },
  { type: 'v1/insights/droplet/disk_utilization_percent', value: 10 },
  { type: 'v1/insights/droplet/public_inbound_bandwidth', value: 1 },
])('measures $type, and stays silent on the other side of the threshold', async ({ type, value }) => {
  const { request, pass, listInbox, createDroplet } = await start()
  const id = await createDroplet()
  await request('POST', '/v2/monitoring/alerts', policyOf({ type, value, description: 'fires', entities: [String(id)] }))
  await request('POST', '/v2/monitoring/alerts', policyOf({ type, value, compare: 'LessThan', description: 'silent' }))
  await request('POST', '/v2/monitoring/alerts', policyOf({ type, value, entities: ['1'], description: 'of another droplet' }))
  await request('POST', '/v2/monitoring/alerts', policyOf({ type, value, enabled: false, description: 'disabled' }))
  await pass(3600)
  expect((await listInbox()).map(({ subject }) => subject)).toEqual(['Firing: fires'])
})

it('sends a second message when the condition ends, and none for a deleted policy', async () => {
  const { request, pass, listInbox, createDroplet } = await start()
  const droplet = await createDroplet()
  const rules = [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }]
  await request('POST', '/v2/load_balancers', { name: 'lb', region: 'nyc3', droplet_ids: [droplet], forwarding_rules: rules })
  await pass(3600)
  const policy = policyOf({ type: 'v1/insights/lbaas/droplet_health', compare: 'LessThan', value: 50, description: 'No server' })
  const { uuid } = (await request('POST', '/v2/monitoring/alerts', policy)).policy
  const power = async (type: string) => {
    await request('POST', `/v2/droplets/${droplet}/actions`, { type })
    await pass(3600)
  }
  await power('power_off')
  await power('power_on')
  expect((await listInbox()).map(({ subject }) => subject)).toEqual(['Firing: No server', 'Recovered: No server'])
  await power('power_off')
  expect(await listInbox()).toHaveLength(3)
  await request('DELETE', `/v2/monitoring/alerts/${uuid}`)
  await power('power_on')
  expect(await listInbox()).toHaveLength(3)
})

it('measures the increase of errors of a load balancer, and droplets that a pool added', async () => {
  const { request, pass, listInbox, createDroplet } = await start()
  const droplet = await createDroplet()
  const rules = [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }]
  await request('POST', '/v2/load_balancers', { name: 'lb', region: 'nyc3', droplet_ids: [droplet], forwarding_rules: rules })
  const template = { region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', ssh_keys: [] }
  const pool = { name: 'workers', config: { target_number_instances: 1 }, droplet_template: template }
  const { id } = (await request('POST', '/v2/droplets/autoscale', pool)).autoscale_pool
  await pass(3600)
  const types = ['insights/lbaas/increase_in_http_error_rate_count_5xx', 'insights/lbaas/increase_in_http_error_rate_count_4xx']
  for (const type of [...types, 'droplet/autoscale_alerts/scale_up', 'droplet/autoscale_alerts/scale_down'])
    await request('POST', '/v2/monitoring/alerts', policyOf({ type: `v1/${type}`, description: type, value: 1.5 }))
  await pass(3600)
  expect(await listInbox()).toEqual([])
  await request('POST', `/v2/droplets/${droplet}/actions`, { type: 'power_off' })
  for (let minutes = 0; minutes < 10; minutes += 1) await pass(60)
  await request('PUT', `/v2/droplets/autoscale/${id}`, { ...pool, config: { target_number_instances: 3 } })
  await pass(3600)
  expect((await listInbox()).map(({ subject }) => subject)).toEqual([
    `Firing: ${types[0]}`,
    `Recovered: ${types[0]}`,
    'Firing: droplet/autoscale_alerts/scale_up',
    'Recovered: droplet/autoscale_alerts/scale_up',
  ])
})

it('reports a check that is down, and its recovery, at the times of the clock', async () => {
  const { request, pass, listInbox, createDroplet } = await start()
  const droplet = await createDroplet()
  const { networks } = (await request('GET', `/v2/droplets/${droplet}`)).droplet
  const address = networks.v4.find(({ type }: { type: string }) => type === 'public').ip_address
  const { check } = await request('POST', '/v2/uptime/checks', { name: 'Front page', type: 'http', target: `http://${address}/` })
  const alert = { type: 'down_global', name: 'Shop is down', period: '2m', notifications: { email: [maya], slack: [] } }
  await request('POST', `/v2/uptime/checks/${check.id}/alerts`, alert)
  await pass(3600)
  await request('POST', `/v2/droplets/${droplet}/actions`, { type: 'power_off' })
  await pass(3600)
  await request('POST', `/v2/droplets/${droplet}/actions`, { type: 'power_on' })
  await pass(3600)
  expect(await listInbox()).toMatchObject([
    { subject: 'Firing: Shop is down', at: '2026-03-02T11:04:00.000Z' },
    { subject: 'Recovered: Shop is down', at: '2026-03-02T12:02:00.000Z' },
  ])
})

it('sends nothing to another host, and says how to allow it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => void vi.restoreAllMocks())
  const { request, pass, listInbox, createDroplet, sandbox } = await start()
  await createDroplet()
  const slack = [{ channel: 'shop', url: 'https://hooks.chat.example/services/secret' }]
  await request('POST', '/v2/monitoring/alerts', policyOf({ alerts: { email: [], slack } }))
  await pass(3600)
  const reason = 'Nothing was sent to hooks.chat.example. To allow it, start with --allow-notify hooks.chat.example.'
  expect(await listInbox()).toMatchObject([{ channel: 'webhook', status: 'blocked', reason }])
  expect(JSON.stringify(await listInbox())).not.toContain('secret')
  expect(log.mock.calls).toEqual([[`notifications: ${reason}`]])
  expect(fetched.mock.calls.filter(([url]) => !String(url).startsWith(sandbox.url))).toEqual([])
})

it('tries a host that is allowed', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => void vi.restoreAllMocks())
  const { request, pass, listInbox, createDroplet } = await start({ allowNotify: ['hooks.chat.invalid'] })
  await createDroplet()
  const slack = [{ channel: 'shop', url: 'http://hooks.chat.invalid/services/secret' }]
  await request('POST', '/v2/monitoring/alerts', policyOf({ alerts: { email: [], slack } }))
  await pass(3600)
  expect(await listInbox()).toMatchObject([{ status: 'failed', reason: expect.stringContaining('cannot be reached') }])
  expect(fetched.mock.calls.map(([url]) => url)).toContain('http://hooks.chat.invalid/services/secret')
})

it('keeps control characters of names out of the headers', async () => {
  const { request, pass, listInbox, createDroplet } = await start()
  await createDroplet()
  await request('POST', '/v2/monitoring/alerts', policyOf({ description: 'Busy\r\nBcc: victim@example.com\r\n\r\nPay here' }))
  await pass(3600)
  expect(await listInbox()).toMatchObject([{ subject: 'Firing: Busy Bcc: victim@example.com Pay here', to: [maya] }])
})

it('receives the mail of other programs, with or without a user, and is cleared', async () => {
  const { request, listInbox, port } = await start()
  for (const auth of [undefined, { user: 'shop', pass: 'any' }])
    await createTransport({ host: '127.0.0.1', port, ...(auth && { auth }) }).sendMail({
      from: 'Shop <shop@tidewater.example>',
      to: 'reader@example.com',
      subject: 'Your order 📚',
      text: 'It is on its way.',
    })
  expect(await listInbox()).toMatchObject(
    Array.from({ length: 2 }, () => ({
      from: 'shop@tidewater.example',
      to: ['reader@example.com'],
      subject: 'Your order 📚',
      text: 'It is on its way.\n',
    })),
  )
  expect(await request('DELETE', '/_sandbox/inbox')).toEqual({ is_running: true, messages: [] })
  expect(await listInbox()).toEqual([])
})

it('refuses mail that is too large, and survives clients that break off or send garbage', async () => {
  const { listInbox, port, errors } = await start()
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'large', text: 'x'.repeat(1024 * 1024 + 1) }
  await expect(createTransport({ host: '127.0.0.1', port }).sendMail(mail)).rejects.toThrow(/size|large/i)
  for (const text of [
    '\0\xff'.repeat(5000),
    'HELO x\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nSubject: half',
    'MAIL FROM:<\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.write(text, 'latin1', resolve))
    socket.destroy()
  }
  await createTransport({ host: '127.0.0.1', port }).sendMail({ ...mail, text: 'small' })
  expect(await listInbox()).toMatchObject([{ text: 'small\n' }])
  expect(errors).toEqual([])
})

it('takes another port when the usual one is in use', async () => {
  const messages: unknown[] = []
  const failures: unknown[] = []
  const context = { injectFault: () => Promise.resolve(undefined), onError: (error: unknown) => failures.push(error) }
  const open = (port: number) => startInbox('127.0.0.1', port, (message) => messages.push(message), context)
  const first = await open(0)
  const second = await open(first.port)
  onTestFinished(async () => {
    await first.close()
    await second.close()
  })
  expect(second.port).not.toBe(first.port)
  await createTransport({ host: '127.0.0.1', port: second.port }).sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'hello' })
  expect(messages).toMatchObject([{ to: ['b@example.com'], text: 'hello\n' }])
  expect(failures).toEqual([])
})

it('belongs to the account of the policy, and to the state: snapshot, reset and file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notifications-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const options = { state: join(folder, 'a.db') }
  const first = await start(options)
  await first.createDroplet()
  const { tokens } = await first.request('POST', '/_sandbox/accounts', {})
  await first.request('POST', '/v2/monitoring/alerts', policyOf({ description: 'of an account without droplets' }), tokens.full)
  await first.request('POST', '/v2/monitoring/alerts', policyOf())
  await first.pass(3600)
  const messages = await first.listInbox()
  expect(messages.map(({ subject }) => subject)).toEqual(['Firing: The shop is busy'])
  await first.request('POST', '/_sandbox/snapshots', { name: 'fired' })
  await first.request('POST', '/_sandbox/reset')
  expect(await first.listInbox()).toEqual([])
  await first.request('POST', '/_sandbox/snapshots/restore', { name: 'fired' })
  expect(await first.listInbox()).toEqual(messages)
  await first.sandbox.close()
  const second = await startService(createService(), options)
  onTestFinished(second.close)
  expect((await second.request('GET', '/_sandbox/inbox')).body.messages).toEqual(messages)
})

it('fails deliveries and received mail with an injected fault, which counts them', async () => {
  const received: unknown[] = []
  await using webhook = await startJsonServer((response, body) => {
    received.push(body)
    response.end('ok')
  })
  const { request, pass, listInbox, createDroplet, port } = await start()
  await createDroplet()
  await request('POST', '/_sandbox/faults', { family: 'notifications', status: 503, times: 3 })
  const transport = createTransport({ host: '127.0.0.1', port })
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'again', text: 'hello' }
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  const alerts = { email: [maya], slack: [webhook.url, 'http://%'].map((url) => ({ channel: 'shop', url })) }
  await request('POST', '/v2/monitoring/alerts', policyOf({ alerts }))
  await pass(3600)
  const reason = 'An injected fault replied 503.'
  expect(await listInbox()).toMatchObject([
    { channel: 'mail', status: 'failed', reason },
    { channel: 'webhook', status: 'failed', reason },
    { channel: 'webhook', status: 'failed', to: ['invalid URL shop'], reason: expect.stringContaining('Invalid URL') },
  ])
  expect(received).toEqual([])
  expect((await request('GET', '/_sandbox/faults')).faults).toEqual([])
  await request('POST', '/_sandbox/faults', { family: 'notifications', cut: 'before', times: 1 })
  await expect(transport.sendMail(mail)).rejects.toThrow('An injected fault closed the connection.')
  await transport.sendMail(mail)
  expect((await listInbox()).at(-1)).toMatchObject({ subject: 'again', status: 'received' })
})

it('removes the messages of a removed account only, and no longer stores anything about it or about deleted alerts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notifications-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { request, pass, listInbox, createDroplet } = await start({ state: join(folder, 'a.db') })
  const { id, tokens } = await request('POST', '/_sandbox/accounts', {})
  await createDroplet()
  await createDroplet(tokens.full)
  await request('POST', '/v2/monitoring/alerts', policyOf())
  await request('POST', '/v2/monitoring/alerts', policyOf({ description: 'of the other account' }), tokens.full)
  const { uuid } = (await request('POST', '/v2/monitoring/alerts', policyOf({ value: 9 }))).policy
  const { check } = await request('POST', '/v2/uptime/checks', { name: 'Front page', type: 'http', target: 'http://203.0.113.1/' })
  const alert = { type: 'down', name: 'Shop is down', period: '2m', notifications: { email: [maya], slack: [] } }
  await request('POST', `/v2/uptime/checks/${check.id}/alerts`, alert)
  await pass(3600)
  expect(await listInbox()).toHaveLength(2)
  const readSaved = () => JSON.parse(readFileSync(join(folder, 'a.db.notifications', 'notifications.json'), 'utf8'))
  expect(readSaved().changed).toHaveLength(4)
  await request('DELETE', `/v2/monitoring/alerts/${uuid}`)
  await request('DELETE', `/v2/uptime/checks/${check.id}`)
  expect(readSaved().changed).toHaveLength(2)
  await request('DELETE', '/_sandbox/accounts', { id })
  expect(await listInbox()).toMatchObject([{ subject: 'Firing: The shop is busy' }])
  expect(JSON.stringify(readSaved())).not.toContain(id)
  expect(readSaved()).toMatchObject({ changed: [{}], states: [{}], messages: [{}] })
})

it('stores the mail of programs before it stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notifications-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const options = { state: join(folder, 'a.db') }
  const first = await start(options)
  await createTransport({ host: '127.0.0.1', port: first.port }).sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'kept' })
  await first.sandbox.close()
  expect(await (await start(options)).listInbox()).toMatchObject([{ subject: 'kept' }])
})

it('reports the deployments and domains of an app', async () => {
  const { request, pass, listInbox } = await start()
  const github = { repo: 'tidewater-books/book-club', branch: 'main' }
  const service = { name: 'web', github, instance_count: 1, instance_size_slug: 'apps-s-1vcpu-1gb' }
  const spec = {
    name: 'book-club',
    region: 'nyc',
    services: [service],
    domains: [{ domain: 'club.example.net' }],
    alerts: [{ rule: 'DEPLOYMENT_LIVE' }, { rule: 'DEPLOYMENT_FAILED' }, { rule: 'DOMAIN_LIVE' }],
  }
  await request('POST', '/v2/apps', { spec })
  await pass(3600)
  expect(await listInbox()).toMatchObject([
    { subject: 'DEPLOYMENT_LIVE', to: [maya] },
    { subject: 'DOMAIN_LIVE', text: expect.stringContaining('Domain club.example.net') },
  ])
})
