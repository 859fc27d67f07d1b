/** What callers do with the sandbox under a long load: each kind of work leaves nothing behind. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../create-random.ts'
import { type Answer, type Call, read } from '../open-connections.ts'
import { signIn } from '../races/sign-in.ts'
import type { Credentials } from '../start-process.ts'

export interface Tools {
  readonly url: string
  readonly credentials: Credentials
  readonly random: Random
  /** Never the same twice. */
  readonly name: () => string
  /** @throws Unexpected when the status is none of these */
  readonly ask: (call: Call, ...statuses: readonly number[]) => Promise<Answer>
}

export interface Kind {
  readonly name: string
  /** How often it is done, beside the others. */
  readonly weight: number
  readonly work: (tools: Tools) => Promise<void>
}

const look = (path: string, token?: string): Call => ({ method: 'GET', path, ...(token !== undefined && { token }) })
const post = (path: string, body: unknown, token?: string): Call => ({
  method: 'POST',
  path,
  body,
  ...(token !== undefined && { token }),
})
const remove = (path: string): Call => ({ method: 'DELETE', path })

const places = [
  'account',
  'droplets?per_page=50',
  'volumes',
  'actions?per_page=100',
  'sizes',
  'regions',
  'images?page=2',
  'projects',
] as const

const reads: Kind['work'] = async ({ ask, random }) => {
  for (let n = 0; n < 4; n += 1) await ask(look(`/v2/${random.pick(places)}`), 200)
  await ask({ method: 'HEAD', path: '/v2/tags' }, 200)
}

const storage: Kind['work'] = async ({ ask, name }) => {
  const asked = { name: name(), region: 'nyc3', size_gigabytes: 10 }
  const { volume } = read<{ volume: { id: string } }>(await ask(post('/v2/volumes', asked), 201))
  const path = `/v2/volumes/${volume.id}`
  await ask(look(path), 200)
  const { snapshot } = read<{ snapshot: { id: string } }>(await ask(post(`${path}/snapshots`, { name: name() }), 201))
  await ask(remove(`/v2/snapshots/${snapshot.id}`), 204)
  await ask(remove(path), 204)
  await ask(look(path), 404)
}

const servers: Kind['work'] = async ({ ask, name }) => {
  const asked = { name: name(), region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', tags: ['soak'] }
  const { droplet } = read<{ droplet: { id: number } }>(await ask(post('/v2/droplets', asked), 202))
  const path = `/v2/droplets/${droplet.id}`
  await sleep(150)
  // It is locked while it is still being made: 422.
  await ask(post(`${path}/actions`, { type: 'reboot' }), 201, 422)
  await sleep(150)
  await ask(look(`${path}/actions`), 200)
  await ask(remove(path), 204)
}

const names: Kind['work'] = async ({ ask, name }) => {
  const domain = `${name()}.example`
  await ask(post('/v2/domains', { name: domain }), 201)
  const at = `/v2/domains/${domain}/records`
  const made = await ask(post(at, { type: 'A', name: 'www', data: '203.0.113.7' }), 201)
  const { domain_record: record } = read<{ domain_record: { id: number } }>(made)
  await ask({ method: 'PUT', path: `${at}/${record.id}`, body: { type: 'A', ttl: 60 } }, 200)
  await ask(look(at), 200)
  await ask(remove(`/v2/domains/${domain}`), 204)
}

const databases: Kind['work'] = async ({ ask, name }) => {
  const asked = { name: name(), engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 }
  const { database } = read<{ database: { id: string } }>(await ask(post('/v2/databases', asked), 201))
  await ask(look(`/v2/databases/${database.id}/users`), 200)
  await ask(remove(`/v2/databases/${database.id}`), 204)
}

const signIns: Kind['work'] = async ({ ask, credentials }) => {
  const { pair } = await signIn((call) => ask(call), credentials)
  const first = await pair()
  await ask(look('/v2/account', first.access_token), 200)
  const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
  const next = read<{ access_token: string }>(await ask({ method: 'POST', path: '/v1/oauth/refresh', form, token: '' }, 200))
  await ask(look('/v2/account', next.access_token), 200)
  const { client_id, client_secret } = credentials.oauth
  const revoked = { client_id, client_secret, token: next.access_token }
  await ask({ method: 'POST', path: '/v1/oauth/revoke', form: revoked, token: next.access_token }, 200)
  await ask(look('/v2/account', next.access_token), 401)
}

const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Which tide tables do you have?' }] }

const talks: Kind['work'] = async ({ ask, credentials, url, random }) => {
  await ask(post('/v1/chat/completions', question, credentials.inference_key), 200)
  const streamed = await ask(post('/v1/chat/completions', { ...question, stream: true }, credentials.inference_key), 200)
  if (!streamed.text.trimEnd().endsWith('[DONE]')) throw new Error('A stream did not end with [DONE].')
  await leaveHalfway(url, credentials.inference_key, random.within(0, 20))
}

/** Asks for a stream and goes away after so many milliseconds. */
async function leaveHalfway(url: string, token: string, milliseconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = request(`${url}/v1/chat/completions`, { method: 'POST', agent: false, headers })
  sent.on('error', () => undefined).on('response', (response) => response.on('error', () => undefined).resume())
  sent.end(JSON.stringify({ ...question, stream: true, max_tokens: 500 }))
  await sleep(milliseconds)
  sent.destroy()
}

const batches: Kind['work'] = async ({ ask, credentials, name }) => {
  const { inference_key: key } = credentials
  const file = read<{ file_id: string; upload_url: string }>(await ask(post('/v1/batches/files', { file_name: 'blurbs.jsonl' }, key), 201))
  const line = { custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body: question }
  const { pathname, search } = new URL(file.upload_url)
  await ask({ method: 'PUT', path: `${pathname}${search}`, body: line, token: '' }, 200)
  const order = { provider: 'openai', endpoint: '/v1/chat/completions', completion_window: '24h', request_id: name() }
  const { batch_id: id } = read<{ batch_id: string }>(await ask(post('/v1/batches', { ...order, file_id: file.file_id }, key), 201))
  for (let n = 0; n < 4; n += 1) await ask(post('/_sandbox/clock', { advance_seconds: 6 }, ''), 200)
  await ask(look(`/v1/batches/${id}/results`, key), 200)
}

const watchers: Kind['work'] = async ({ url, ask, random }) => {
  const sent = request(`${url}/_sandbox/events`, { agent: false }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  response.on('error', () => undefined).resume()
  await ask(look('/v2/account'), 200)
  await sleep(random.within(0, 300))
  sent.destroy()
}

const control: Kind['work'] = async ({ ask }) => {
  for (const path of ['info', 'requests', 'clock', 'snapshots']) await ask(look(`/_sandbox/${path}`, ''), 200)
  await ask(post('/_sandbox/clock', { advance_seconds: 20 }, ''), 200)
}

const broken: Kind['work'] = async ({ ask, url, credentials }) => {
  await ask(look('/v2/nowhere'), 404)
  await ask(look('/v2/account', 'nobody'), 401)
  await ask(post('/v2/volumes', { name: '', region: 'mars1' }), 422)
  await ask({ method: 'PATCH', path: '/v2/account' }, 405)
  await ask(post('/v2/firewalls', { name: 'x', inbound_rules: Array.from({ length: 500 }, () => ({})) }), 422)
  const start = `POST /v2/tags HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${credentials.tokens.full}\r\nContent-Type: application/json\r\n`
  // No JSON; no HTTP; a body that never comes whole.
  for (const text of [`${start}Content-Length: 5\r\n\r\n{"na:`, 'GET\r\n\r\n', `${start}Content-Length: 500\r\n\r\n{"name"`])
    await sendAndLeave(url, text)
}

/** Sends it, waits shortly for an answer and leaves. */
async function sendAndLeave(url: string, text: string): Promise<void> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  socket.write(text)
  await sleep(20)
  socket.destroy()
}

export const kindsOfWork: readonly Kind[] = [
  { name: 'reads', weight: 40, work: reads },
  { name: 'volumes', weight: 12, work: storage },
  { name: 'droplets', weight: 8, work: servers },
  { name: 'domains', weight: 10, work: names },
  { name: 'databases', weight: 3, work: databases },
  { name: 'sign-ins', weight: 2, work: signIns },
  { name: 'chats', weight: 8, work: talks },
  { name: 'batches', weight: 2, work: batches },
  { name: 'watchers', weight: 4, work: watchers },
  { name: 'control', weight: 4, work: control },
  { name: 'broken requests', weight: 7, work: broken },
]
