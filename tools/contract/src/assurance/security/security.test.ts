/** Some attempts against the sandbox, and all attempts of a kind against programs that keep no promise. */
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { SandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { describe, expect, it } from 'vitest'
import { createHttpClient } from '../http-client.ts'
import type { Attempt, SecurityTarget } from './attempt.ts'
import { listBrowserAttempts } from './browser-attempts.ts'
import { listExposedAttempts } from './exposed-attempts.ts'
import { runSecurity } from './run-security.ts'
import { findCanaries, listSecretPlaces } from './secret-attempts.ts'
import { listToolAttempts } from './tool-attempts.ts'

const secret = 'dop_v1_of-the-test'

/** Answers everything with a secret, to every origin. */
async function startLeakyServer() {
  const server = await startHttpServer((request, response) => {
    request.resume()
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('content-type', 'text/html')
    response.end(`{"token":"${secret}"}`)
  })
  const sandbox = {
    url: server.url,
    tokens: { full: secret, read: secret },
    oauth: { client_id: 'a', client_secret: secret, redirect_uri: 'https://shop.example/back' },
    user: { email: 'a@b.example', password: secret },
    inference_key: secret,
  } as SandboxProcess
  const client = createHttpClient(server.url, secret, 1)
  const target: SecurityTarget = { sandbox, send: client.send }
  return { target, [Symbol.asyncDispose]: async () => (client.close(), server.close()) }
}

async function listUnbroken(attempts: readonly Attempt[]): Promise<string[]> {
  const unbroken: string[] = []
  for (const { name, run } of attempts) if ((await run()).length === 0) unbroken.push(name)
  return unbroken
}

describe('security', () => {
  it('breaks no promise of the sandbox', { timeout: 120_000 }, async () => {
    const { passed, total, findings } = await runSecurity({ only: 'requests' })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(100)
  })

  it('reports a server that responds to pages of every origin', async () => {
    await using leaky = await startLeakyServer()
    expect(await listUnbroken(listBrowserAttempts(leaky.target))).toEqual([])
  })

  it('reports an exposed server without a control token', async () => {
    await using leaky = await startLeakyServer()
    expect(await listUnbroken(listExposedAttempts(leaky.target, 'a-control-token-of-this-test'))).toEqual([])
  })

  it('reports a tool server that passes responses on', async () => {
    const call = async (_name: string, _values: object, _status: number, body: unknown) => JSON.stringify(body)
    const attempts = listToolAttempts({ call, [Symbol.asyncDispose]: async () => undefined })
    expect(await listUnbroken(attempts)).toEqual([])
    expect(attempts.length).toBeGreaterThan(100)
  })

  it('finds every secret property of the specification', () => {
    const titles = listSecretPlaces().map(({ title }) => title)
    expect(titles).toContain('secrets_create request values.other')
    expect(titles).toContain('functions_namespaces_get response namespace.key')
    expect(titles.length).toBeGreaterThan(400)
  })

  it('finds a canary with its surroundings', () => {
    expect(findCanaries('the log', '{"a":"canary7x"}')).toEqual(['the log shows {"a":"canary7x"}'])
    expect(findCanaries('the log', '{"a":"•"}')).toEqual([])
  })
})
