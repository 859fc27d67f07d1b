/** The commands record and compare as separate processes, stopped by a signal and by force. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram } from '@spindrift/testing/start-sandbox-process'
import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import { runInProcess as run } from '../../test/run-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-recording-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Records a few requests and ends the proxy with `signal`. */
async function record(out: string, signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const platform = await startSandbox({ port: 0 })
  const child = spawn(process.execPath, [builtProgram, 'record', '--target', platform.url, '--out', out, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await expect.poll(() => stdout, { timeout: 15_000 }).toMatch(/Point your client at http\S+\./)
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+(?=\. Stop)/.exec(stdout) ?? []
  const headers = { authorization: `Bearer ${platform.credentials().tokens.full}`, 'content-type': 'application/json' }
  await fetch(`${url}/v2/volumes`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'kestrel-data', region: 'nyc3', size_gigabytes: 10 }),
  })
  const listing = await fetch(`${url}/v2/volumes`, { headers })
  expect(await listing.text()).toContain('kestrel-data')
  await expect
    .poll(() => (JSON.parse(readFileSync(out, 'utf8')) as { readonly log: { readonly entries: readonly unknown[] } }).log.entries.length)
    .toBe(2)
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const code = await exit
  await platform.close()
  return { code, stdout }
}

/** Each starts several programs, which takes its time on a busy machine. */
describe('record and compare', { timeout: 60_000 }, () => {
  it('record requests until a signal, and find no difference', async () => {
    const out = join(folder, 'volumes.har')
    const { code, stdout } = await record(out, 'SIGTERM')
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 requests are in')])
    expect(readFileSync(out, 'utf8')).not.toContain('dop_v1_')
    const report = join(folder, 'report.json')
    const compared = await run('compare', out, '--json', report)
    expect([compared.stdout, compared.code]).toEqual([expect.stringContaining('0 differences in 2 of 2 requests'), 0])
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ requests: 2, differences: [], skipped: [] })
    const har = JSON.parse(readFileSync(out, 'utf8')) as {
      readonly log: { readonly entries: { readonly response: { readonly content: { text: string } } }[] }
    }
    for (const { response } of har.log.entries)
      response.content.text = response.content.text.replace('"size_gigabytes":10', '"size_gigabytes":11')
    writeFileSync(out, JSON.stringify(har))
    const changed = await run('compare', out, '--json', report)
    expect(changed.code).toBe(1)
  })

  it('leave a readable recording when the proxy is killed', async () => {
    const out = join(folder, 'killed.har')
    await record(out, 'SIGKILL')
    expect((await run('compare', out)).code).toBe(0)
    // Simulates a kill in the middle of a write.
    const text = readFileSync(out, 'utf8')
    writeFileSync(out, text.slice(0, -40))
    const { code, stdout } = await run('compare', out)
    expect([code, stdout]).toEqual([0, expect.stringContaining('in 1 of 1 requests')])
  })
})

const exists = join(folder, 'exists.har')
writeFileSync(exists, 'not JSON: [')
const wrong = [
  { input: ['record', '--out', 'x.har'], expected: /--target/, code: 1 },
  { input: ['record', '--target', 'nowhere', '--out', 'x.har'], expected: /is not a URL. Give the base URL/, code: 1 },
  {
    input: ['record', '--target', 'https://example.com/v2', '--out', 'x.har'],
    expected: /Give only the base URL, https:\/\/example.com/,
    code: 1,
  },
  {
    input: ['record', '--target', 'http://127.0.0.1:1', '--out', exists, '--port', '0'],
    expected: /already exists and is not overwritten/,
    code: 1,
  },
  { input: ['compare', join(folder, 'none.har')], expected: /cannot be read/, code: 2 },
  { input: ['compare', exists], expected: /is not a HAR file/, code: 2 },
  { input: ['compare', exists, '--url', 'http://127.0.0.1:1', '--action-seconds', '0'], expected: /cannot be used with/, code: 1 },
]
it.each(wrong)('rejects $input in one line with the fix', async ({ input, expected, code }) => {
  const ended = await run(...input)
  expect(ended.code).toBe(code)
  expect(ended.stderr).toMatch(expected)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
})
