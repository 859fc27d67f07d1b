/**
 * Requests per second of the running sandbox beside a bare `node:http` server that returns the same bytes: 32 connections, one
 * operation after the other, in one run. `node bench/measure-speed.ts [seconds]`.
 */
import { fork } from 'node:child_process'
import { Agent, createServer, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../src/start-sandbox.ts'

const connections = 32
const [mode, argument = '3'] = process.argv.slice(2)

if (mode === 'serve-sandbox') {
  const sandbox = await startSandbox({
    port: 0,
    seed: 7,
    rateLimits: process.env['LIMITS'] === 'on' ? 'on' : 'off',
    ...(argument && { state: argument }),
  })
  process.send?.({ url: sandbox.url, token: sandbox.credentials().tokens.full })
} else if (mode === 'serve-bytes') {
  const body = Buffer.from(argument)
  const server = createServer((incoming, response) => {
    incoming.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, token: '' }))
} else await measureAll(Number(mode ?? 3))

interface Served {
  readonly url: string
  readonly token: string
  readonly stop: () => void
}

async function serve(...args: readonly string[]): Promise<Served> {
  const child = fork(fileURLToPath(import.meta.url), args)
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve) => {
    child.once('message', (message) => resolve(message as { url: string; token: string }))
  })
  return { url, token, stop: () => void child.kill() }
}

interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: (n: number) => string
}

async function measureAll(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-bench-'))
  const sandbox = await serve('serve-sandbox', join(folder, 'state.db'))
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.url}${path}`, { ...init, headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' } })
  const volume = (n: number | string) => JSON.stringify({ name: `v${n}`, region: 'nyc3', size_gigabytes: 10 })
  const { volume: one } = (await (await send('/v2/volumes', { method: 'POST', body: volume('first') })).json()) as {
    volume: { id: string }
  }
  for (let n = 0; n < 25; n += 1) await send('/v2/volumes', { method: 'POST', body: volume(`seed-${n}`) })
  const asks: Readonly<Record<string, Ask>> = {
    'GET one': { method: 'GET', path: `/v2/volumes/${one.id}` },
    'GET list of 20': { method: 'GET', path: '/v2/volumes' },
    'POST create': { method: 'POST', path: '/v2/volumes', body: (n) => volume(n) },
  }
  for (const [name, ask] of Object.entries(asks)) {
    const sample = ask.body ? volume('x') : await (await send(ask.path)).text()
    const bytes = await serve('serve-bytes', sample)
    const bare = await load(bytes, ask, seconds)
    bytes.stop()
    const own = await load(sandbox, ask, seconds)
    console.log(
      JSON.stringify({
        name,
        perSecond: own.perSecond,
        p99: own.p99,
        bare: bare.perSecond,
        ratio: Math.round((own.perSecond / bare.perSecond) * 100) / 100,
      }),
    )
  }
  sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function load({ url, token }: Served, ask: Ask, seconds: number): Promise<{ perSecond: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let n = 0
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now()
      const body = ask.body?.((n += 1))
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
      }
      const sent = request(`${url}${ask.path}`, { method: ask.method, agent, headers }, (response) => {
        response.on('end', () => {
          times.push(performance.now() - started)
          resolve()
        })
        response.resume()
      })
      sent.on('error', reject).end(body)
    })
  const worker = async () => {
    while (performance.now() < until) await once()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: Math.round(times.length / seconds), p99: Math.round((times[Math.floor(times.length * 0.99)] ?? 0) * 10) / 10 }
}
