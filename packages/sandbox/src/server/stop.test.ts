/** Stopping a process that handles its most expensive requests. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '@spindrift/testing/create-database'
import { findPostgres, missingPostgresMessage } from '@spindrift/testing/find-postgres'
import { startFaultProxy } from '@spindrift/testing/start-fault-proxy'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

let started: SandboxProcess | undefined
afterEach(() => started?.stop('SIGKILL'))

const list = (item: string) => Array.from({ length: Math.floor(1_000_000 / (item.length + 1)) }, () => item).join(',')
const worst = [
  { path: '/v2/firewalls', body: `{"name":"edge","inbound_rules":[${list('{}')}]}` },
  { path: '/v2/firewalls', body: `{"name":"edge","inbound_rules":[{"sources":{"addresses":[${list('1')}]}}]}` },
  { path: '/v2/tags', body: `{"name":"${'a-'.repeat(499_000)}"}` },
  { path: '/v2/domains', body: `{"name":"${'a-'.repeat(499_000)}"}` },
  { path: '/v2/apps', body: `{"spec":{"name":"shop","services":[${list('{"name":"web","envs":[{},{},{}]}')}]}}` },
]

/** One that keeps its state, in a folder that nothing else is in, or elsewhere. */
async function start(elsewhere?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-stop-'))
  const state = elsewhere ?? join(folder, 'state.db')
  const sandbox = await startSandboxProcess({ flags: ['--state', state] })
  started = sandbox
  return {
    folder,
    sandbox,
    url: sandbox.url,
    headers: { authorization: `Bearer ${sandbox.tokens.full}`, 'content-type': 'application/json' },
  }
}

/** Exit status, duration in milliseconds, and the remaining state files. */
async function end(sandbox: SandboxProcess, folder: string, ...signals: readonly NodeJS.Signals[]) {
  const before = performance.now()
  const code = await sandbox.stop(...signals)
  const files = readdirSync(folder).filter((name) => /-(?:wal|shm|journal)$/.test(name))
  rmSync(folder, { recursive: true })
  return { code, files, took: performance.now() - before }
}

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', (signal) => {
  it(
    'ends the process within two seconds while the worst bodies are being answered, and leaves one file',
    { timeout: 60_000 },
    async () => {
      const { folder, sandbox, url, headers } = await start()
      const post = (path: string, body: string) =>
        fetch(`${url}${path}`, { method: 'POST', headers, body }).then((response) => response.text())
      const ask = async (): Promise<void> => {
        for (;;) {
          for (const { path, body } of worst) await post(path, body)
          await post('/v2/tags', `{"name":"tag-${Math.random()}"}`)
        }
      }
      const asking = Promise.allSettled(Array.from({ length: signal === 'SIGTERM' ? 8 : 1 }, ask))
      await post('/v2/tags', worst[0]?.body ?? '')
      const { code, files, took } = await end(sandbox, folder, signal)
      expect({ code, files }).toEqual({ code: 0, files: [] })
      expect(took).toBeLessThan(2000)
      await asking
    },
  )
})

it('stops at once on a second signal and leaves one state file', { timeout: 60_000 }, async () => {
  const { folder, sandbox, url, headers } = await start()
  await fetch(`${url}/v2/tags`, { method: 'POST', headers, body: '{"name":"kept"}' })
  const stream = await fetch(`${url}/_sandbox/events`)
  const { code, files } = await end(sandbox, folder, 'SIGTERM', 'SIGINT')
  expect({ code, files }).toEqual({ code: 1, files: [] })
  await stream.body?.cancel().catch(() => {})
})

const hasPostgres = findPostgres() !== undefined

describe.skipIf(!hasPostgres)(`with a state in Postgres${hasPostgres ? '' : `: ${missingPostgresMessage}`}`, () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  /** Stops the process during a write that a proxy delays. */
  async function endWhileWriting(hold: (proxy: Awaited<ReturnType<typeof startFaultProxy>>) => void) {
    await using proxy = await startFaultProxy(postgres.port)
    const state = new URL((await createDatabase(postgres.url)).url)
    state.port = String(proxy.port)
    const { folder, sandbox, url, headers } = await start(state.href)
    const post = (name: string) => fetch(`${url}/v2/tags`, { method: 'POST', headers, body: JSON.stringify({ name }) })
    await post('before')
    hold(proxy)
    const response = post('meanwhile').then(
      ({ status }) => status,
      () => 'cut' as const,
    )
    await sleep(200)
    return { ...(await end(sandbox, folder, 'SIGTERM')), answer: await response }
  }

  it('stops within two seconds when Postgres does not respond, without a response to an unconfirmed write', async () => {
    const { took, ...rest } = await endWhileWriting((proxy) => proxy.setDropping(true))
    expect(rest).toEqual({ code: 0, files: [], answer: 'cut' })
    expect(took).toBeLessThan(2000)
  })

  it('sends pending responses before it stops when Postgres is slow', async () => {
    // Two round trips: longer than it waits for one that is silent.
    const { code, answer } = await endWhileWriting((proxy) => proxy.setDelay(300))
    expect({ code, answer }).toEqual({ code: 0, answer: 201 })
  })
})
