/** Records a request sequence through the proxy, from a sandbox that acts as the platform. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../src/recording/exchange.ts'
import { formatEntry, parseHar } from '../src/recording/har.ts'
import { createMasker } from '../src/recording/record/mask-exchange.ts'
import { openHarFile } from '../src/recording/record/open-har-file.ts'
import { startRecorder } from '../src/recording/record/start-recorder.ts'
import { startSandbox } from '../src/start-sandbox.ts'
import type { Json } from './create-test-sandbox.ts'

export type RequestSequence = (
  ask: (method: string, path: string, body?: unknown, token?: string) => Promise<Json>,
  pass: (seconds: number) => Promise<void>,
) => Promise<void>

const firstDay: RequestSequence = async (ask, pass) => {
  await ask('GET', '/v2/account')
  await ask('GET', '/v2/regions')
  await ask('GET', '/v2/sizes?per_page=5')
  await ask('GET', '/v2/images?type=distribution&per_page=10')
  await ask('GET', '/v2/account', undefined, 'dop_v1_of-nobody-1234567890')
  const { ssh_key: key } = await ask('POST', '/v2/account/keys', {
    name: 'kestrel laptop',
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJk2pXhTzv0vC1m8QbWfJ7s4hK3nY6rL5uE9oD2gA1cT kestrel@laptop',
  })
  const { droplet } = await ask('POST', '/v2/droplets', {
    name: 'kestrel-web',
    region: 'nyc3',
    size: 's-1vcpu-2gb',
    image: 'ubuntu-24-04-x64',
    ssh_keys: [key.id],
    tags: ['kestrel:prod'],
  })
  await ask('GET', `/v2/droplets/${droplet.id}`)
  await pass(90)
  await ask('GET', `/v2/droplets/${droplet.id}`)
  await ask('GET', '/v2/droplets?tag_name=kestrel%3Aprod')
  await ask('POST', '/v2/domains', { name: 'kestrel-books.org', ip_address: '46.101.77.93' })
  const { domain_record: record } = await ask('POST', '/v2/domains/kestrel-books.org/records', {
    type: 'A',
    name: 'www',
    data: '46.101.77.93',
    ttl: 600,
  })
  await ask('PUT', `/v2/domains/kestrel-books.org/records/${record.id}`, { type: 'A', data: '46.101.77.94' })
  await ask('GET', '/v2/domains/kestrel-books.org/records')
  const { volume } = await ask('POST', '/v2/volumes', { name: 'kestrel-data', region: 'nyc3', size_gigabytes: 10 })
  const { action } = await ask('POST', `/v2/volumes/${volume.id}/actions`, { type: 'attach', droplet_id: droplet.id, region: 'nyc3' })
  await pass(30)
  await ask('GET', `/v2/actions/${action.id}`)
  await ask('GET', '/v2/volumes?per_page=1')
  await ask('DELETE', `/v2/volumes/${volume.id}`)
  await ask('GET', '/v2/volumes/11111111-2222-4333-8444-555555555555')
  await ask('POST', '/v2/droplets', { name: 'no spaces allowed', region: 'nyc3' })
  await ask('GET', '/v2/actions?per_page=1')
}

/** Exchanges parsed from the written file. */
export async function recordExchanges(
  sendRequests: RequestSequence = firstDay,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly text: string; readonly file: string }> {
  const platform = await startSandbox({ port: 0, seed: 'the platform' })
  const control = async (body: object): Promise<number> => {
    const response = await fetch(`${platform.url}/_sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return Date.parse(((await response.json()) as { readonly now: string }).now)
  }
  // Later than all initial objects, because objects from before the recording are not compared by time.
  let now = await control({ now: '2036-05-05T10:00:00Z', frozen: true })
  const file = join(mkdtempSync(join(tmpdir(), 'spindrift-recording-')), 'recording.har')
  const har = openHarFile(file, '0.0.0')
  const mask = createMasker()
  const failures: string[] = []
  const recorder = await startRecorder({
    target: new URL(platform.url),
    port: 0,
    now: () => now,
    onExchange: (context) => har.add(formatEntry(mask(context))),
    onError: (message) => failures.push(message),
  })
  const { tokens } = platform.credentials()
  await sendRequests(
    async (method, path, body, token = tokens.full) => {
      now = await control({ advance_seconds: 1 })
      const response = await fetch(`${recorder.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return text === '' ? undefined : (JSON.parse(text) as unknown)
    },
    async (seconds) => {
      now = await control({ advance_seconds: seconds })
    },
  )
  await recorder.close()
  har.close()
  await platform.close()
  if (failures.length > 0) throw new Error(failures.join('\n'))
  const text = readFileSync(file, 'utf8')
  return { exchanges: parseHar(text, file), text, file }
}
