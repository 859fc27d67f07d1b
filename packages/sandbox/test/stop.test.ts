/** A process that is busy with the worst it can be sent still ends when it is told to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

const list = (item: string) => Array.from({ length: Math.floor(1_000_000 / (item.length + 1)) }, () => item).join(',')
const worst = [
  { path: '/v2/firewalls', body: `{"name":"edge","inbound_rules":[${list('{}')}]}` },
  { path: '/v2/firewalls', body: `{"name":"edge","inbound_rules":[{"sources":{"addresses":[${list('1')}]}}]}` },
  { path: '/v2/tags', body: `{"name":"${'a-'.repeat(499_000)}"}` },
  { path: '/v2/domains', body: `{"name":"${'a-'.repeat(499_000)}"}` },
  { path: '/v2/apps', body: `{"spec":{"name":"shop","services":[${list('{"name":"web","envs":[{},{},{}]}')}]}}` },
]

describe('SIGTERM', () => {
  it('ends the process within two seconds while the worst bodies are being answered', { timeout: 60_000 }, async () => {
    const started = spawn(process.execPath, [program, 'start', '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    child = started
    const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string]
    const { url, tokens } = JSON.parse(line) as { readonly url: string; readonly tokens: { readonly full: string } }
    const headers = { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' }
    const ask = async (): Promise<void> => {
      for (;;)
        for (const { path, body } of worst) await fetch(`${url}${path}`, { method: 'POST', headers, body }).then((answer) => answer.text())
    }
    const asking = Promise.allSettled(Array.from({ length: 8 }, ask))
    await fetch(`${url}/v2/tags`, { method: 'POST', headers, body: worst[0]?.body ?? '' })
    const ended = once(started, 'exit')
    const told = performance.now()
    started.kill('SIGTERM')
    await ended
    expect(performance.now() - told).toBeLessThan(2000)
    await asking
  })
})
