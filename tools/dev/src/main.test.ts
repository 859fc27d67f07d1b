import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('starts a sandbox, watches, and ends both when it is told to', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'))
  const child = spawn(process.execPath, [main, '--port', '0', '--state', join(folder, 'state.db')])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = once(child, 'close')
  await vi.waitUntil(() => output.includes('Watching') || child.exitCode !== null, { timeout: 280_000 })
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? output
  expect((await fetch(`${url}/_sandbox/ready`)).status).toBe(200)
  child.kill('SIGTERM')
  expect([(await ended)[0], await fetch(url).catch((error: Error) => error.message)]).toEqual([0, 'fetch failed'])
  rmSync(folder, { recursive: true })
})
