import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'spindrift-command-'))

interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(...args: readonly string[]): Promise<Result> {
  return new Promise((resolve) => {
    const environment = { ...process.env, NODE_NO_WARNINGS: '1' }
    execFile(process.execPath, [main, ...args], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

let url: string
let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await startSandboxProcess({ program: main, flags: ['--seed', '7', '--world', 'tidewater', '--log'] })
  url = sandbox.url
})
afterAll(async () => {
  await sandbox.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

it('prints the settings without the password of the database', async () => {
  const { stdout } = await run('config', '--state', 'postgres://ann:s3cret@localhost/boats')
  expect(stdout).toMatch(/state +postgres:\/\/ann:hidden@localhost\/boats +--state/)
})

describe('a running sandbox', () => {
  it('moves the clock, saves and restores a snapshot, and resets the state', async () => {
    expect((await run('clock', '--url', url, '--set', '2026-03-02T09:00:00Z', '--freeze')).stdout).toBe(
      '2026-03-02T09:00:00.000Z (frozen)\n',
    )
    expect((await run('clock', '--url', url, '--advance', '90')).stdout).toContain('2026-03-02T09:01:30')
    expect((await run('snapshot', 'save', 'clean', '--url', url)).stdout).toBe('clean\n')
    expect((await run('snapshot', 'restore', 'clean', '--url', url)).stdout).toContain('Restored "clean" in the sandbox')
    expect(JSON.parse((await run('snapshot', 'list', '--json', '--url', url)).stdout)).toEqual({ snapshots: ['clean'] })
    expect(JSON.parse((await run('clock', '--json', '--url', url)).stdout)).toMatchObject({ now: expect.any(String) })
    expect((await run('reset', '--url', url)).code).toBe(0)
    const { code, stdout } = await run('doctor', '--url', url, '--state', join(folder, 'none.db'))
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {3}node .*\nok {3}sandbox +running at/)])
  })

  it('lists the changes since the start, or compared with a world file', async () => {
    await run('reset', '--url', url)
    const { tokens } = (await (await fetch(`${url}/_sandbox/info`)).json()) as { readonly tokens: { readonly full: string } }
    const created = await fetch(`${url}/v2/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' },
      body: '{"name":"fresh"}',
    })
    expect(created.status).toBe(201)
    expect(await run('world', 'diff', '--url', url)).toMatchObject({ code: 0, stdout: '+ Tag fresh\n' })
    const file = join(folder, 'other.yaml')
    writeFileSync(file, 'tags:\n  - {name: fresh}\n  - {name: gone}\n')
    expect((await run('world', 'diff', file, '--url', url)).stdout).toMatch(/^\+ Droplet \d+ web-01$[^]*^- Tag gone$/m)
    writeFileSync(file, 'vpcs:\n  - {name: net, region: mars1}\n')
    expect((await run('world', 'diff', file, '--url', url)).stderr).toMatch(/other\.yaml:2:\d+: vpcs\[0\]\.region: /)
  })

  it('reports an empty state file with a write-ahead log, without a running sandbox', async () => {
    writeFileSync(join(folder, 'emptied.db'), '')
    writeFileSync(join(folder, 'emptied.db-wal'), 'what was written last')
    const { code, stdout } = await run('doctor', '--state', join(folder, 'emptied.db'))
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^BAD {2}state +\S+emptied\.db is empty, but its log \S+-wal exists\. Put the file back/m),
    ])
  })

  it('prints a line for every request with --log', async () => {
    await fetch(`${url}/v2/account`)
    await expect.poll(() => sandbox.errorOutput(), { timeout: 15_000 }).toMatch(/^\S+Z 401 GET \/v2\/account \(account_get\)$/m)
  })
})

writeFileSync(join(folder, 'not-ours.db'), 'nothing that SQLite wrote, but long enough to be looked at'.repeat(20))
writeFileSync(join(folder, 'wrong-world.yaml'), 'droplets:\n  - {name: web-1}\n')
const wrong = [
  { given: ['start', '--prot', '1'], want: /unknown option '--prot'.*--port/ },
  { given: ['start', '--port', '70000'], want: /0 to 65535/ },
  { given: ['start', '--rate-limits', 'maybe'], want: /Allowed choices are on, report, off/ },
  { given: ['start', '--action-seconds', 'soon'], want: /number of seconds/ },
  { given: ['start', '--lag', 'some'], want: /Allowed choices are real, none/ },
  { given: ['start', '--state', ''], want: /Give the name of a file/ },
  { given: ['start', '--state', join(folder, 'missing', 'state.db')], want: /cannot be opened. Check that its folder exists/ },
  { given: ['start', '--state', join(folder, 'not-ours.db')], want: /is not a state file/ },
  {
    given: ['start', '--port', '0', '--world', join(folder, 'wrong-world.yaml')],
    want: /wrong-world\.yaml:2:5: droplets\[0\]: .*size: must be given/,
  },
  { given: ['start', '--world', join(folder, 'none.yaml')], want: /none\.yaml cannot be read/ },
  { given: ['start', '--world', 'tidewatr'], want: /Did you mean tidewater\?/ },
  { given: ['world', 'dif'], want: /world: unknown action "dif" \(Did you mean diff\?\)\. Allowed choices are diff\./ },
  { given: ['reset', '--url', 'http://127.0.0.1:1'], want: /No sandbox is running at/ },
  { given: ['clock', '--url', 'nowhere'], want: /is not the URL of a sandbox/ },
  { given: ['snapshot', 'save'], want: /Give the snapshot a name/ },
  { given: ['snapshot', 'burn'], want: /Allowed choices are save/ },
  {
    given: ['snapshot', 'sav'],
    want: /^spindrift-sandbox: snapshot: unknown action "sav" \(Did you mean save\?\)\. Allowed choices are save, restore, remove, list\.$/m,
  },
  { given: ['snapshot'], want: /No action\. Allowed choices are save, restore, remove, list\./ },
  { given: ['strat'], want: /^spindrift-sandbox: unknown command 'strat' \(Did you mean start\?\)$/m },
  { given: ['clokc', '--advance', '60'], want: /^spindrift-sandbox: unknown command 'clokc' \(Did you mean clock\?\)$/m },
  { given: ['--port', '0', 'xyzzyplugh'], want: /unknown command 'xyzzyplugh'\. Available commands: start, exec, config/ },
  { given: ['--port', '0', 'reset'], want: /write the command before its flags: spindrift-sandbox reset/ },
  { given: ['clock', '--port', '1'], want: /No sandbox is running at http:\/\/127\.0\.0\.1:1\./ },
  { given: ['clock', '--port', '1', '--url', 'http://127.0.0.1:1'], want: /cannot be used with/ },
]
it.each(wrong)('rejects $given in one line with the fix', async ({ given, want }) => {
  const { code, stderr } = await run(...given)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(want)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

it('lists commands and examples with --help', async () => {
  const { stdout } = await run('--help')
  for (const text of ['start', 'reset', 'clock', 'snapshot', 'doctor', 'record', 'compare', 'Examples:']) expect(stdout).toContain(text)
})
