import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram, runSandboxCommand, type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess as run } from '../../test/run-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-command-'))

let url: string
let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await startSandboxProcess({ flags: ['--seed', '7', '--world', 'tidewater', '--log'] })
  url = sandbox.url
})
afterAll(async () => {
  await sandbox.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

it('prints the settings without the password of the database', async () => {
  const { stdout } = await runSandboxCommand('config', '--state', 'postgres://ann:s3cret@localhost/boats')
  expect(stdout).toMatch(/state +postgres:\/\/localhost\/boats +--state/)
})

it.each(['spindrift.config.yaml', 'spindrift.config.yml'])('reads %s in the working directory', (name) => {
  const cwd = mkdtempSync(join(folder, 'config-'))
  writeFileSync(join(cwd, name), 'sandbox:\n  port: 4021\n')
  expect(execFileSync(process.execPath, [builtProgram, 'config'], { cwd, encoding: 'utf8' })).toMatch(`${name}:2`)
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
    const { code, stdout } = await runSandboxCommand('doctor', '--url', url, '--state', join(folder, 'none.db'))
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {3}node .*\nok {3}sandbox +running at/)])
  })

  it('changes resources out of band and prints the changed fields', async () => {
    await run('reset', '--url', url)
    const { stdout } = await run('drift', '--kind', 'volume', '--change', 'resize', '--seed', 'friday', '--url', url)
    expect(stdout).toMatch(/^resize Volume [0-9a-f-]{36} \([\w-]+\): size_gigabytes \d+ → \d+\nseed: friday\n$/)
    const { stdout: json } = await run('drift', '--kind', 'firewall', '--change', 'add_rule', '--json', '--url', url)
    expect(JSON.parse(json)).toMatchObject({ seed: expect.any(String), changes: [{ change: 'add_rule' }] })
    expect(await run('drift', '--kind', 'volumes-', '--url', url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean Volume?'),
    })
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
    const { code, stdout } = await runSandboxCommand('doctor', '--state', join(folder, 'emptied.db'))
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
  { input: ['start', '--prot', '1'], expected: /unknown option '--prot'.*--port/ },
  { input: ['start', '--port', '70000'], expected: /0 to 65535/ },
  { input: ['start', '--rate-limits', 'maybe'], expected: /Allowed choices are on, report, off/ },
  { input: ['start', '--action-seconds', 'soon'], expected: /number of seconds/ },
  { input: ['start', '--lag', 'some'], expected: /Allowed choices are real, none/ },
  { input: ['start', '--state', ''], expected: /Give the name of a file/ },
  { input: ['start', '--state', join(folder, 'missing', 'state.db')], expected: /cannot be opened. Check that its folder exists/ },
  { input: ['start', '--state', join(folder, 'not-ours.db')], expected: /is not a state file/ },
  {
    input: ['start', '--port', '0', '--world', join(folder, 'wrong-world.yaml')],
    expected: /wrong-world\.yaml:2:5: droplets\[0\]: .*size: must be given/,
  },
  { input: ['start', '--world', join(folder, 'none.yaml')], expected: /none\.yaml cannot be read/ },
  { input: ['start', '--world', 'tidewatr'], expected: /Did you mean tidewater\?/ },
  { input: ['world', 'dif'], expected: /world: unknown action "dif" \(Did you mean diff\?\)\. Allowed choices are diff\./ },
  { input: ['reset', '--url', 'http://127.0.0.1:1'], expected: /No sandbox is running at/ },
  { input: ['clock', '--url', 'nowhere'], expected: /is not the URL of a sandbox/ },
  { input: ['snapshot', 'save'], expected: /Give the snapshot a name/ },
  { input: ['snapshot', 'burn'], expected: /Allowed choices are save/ },
  {
    input: ['snapshot', 'sav'],
    expected:
      /^spindrift-sandbox: snapshot: unknown action "sav" \(Did you mean save\?\)\. Allowed choices are save, restore, remove, list\.$/m,
  },
  { input: ['snapshot'], expected: /No action\. Allowed choices are save, restore, remove, list\./ },
  { input: ['strat'], expected: /^spindrift-sandbox: unknown command 'strat' \(Did you mean start\?\)$/m },
  { input: ['clokc', '--advance', '60'], expected: /^spindrift-sandbox: unknown command 'clokc' \(Did you mean clock\?\)$/m },
  { input: ['--port', '0', 'xyzzyplugh'], expected: /unknown command 'xyzzyplugh'\. Available commands: start, exec, config/ },
  { input: ['--port', '0', 'reset'], expected: /write the command before its flags: spindrift-sandbox reset/ },
  { input: ['clock', '--port', '1'], expected: /No sandbox is running at http:\/\/127\.0\.0\.1:1\./ },
  { input: ['clock', '--port', '1', '--url', 'http://127.0.0.1:1'], expected: /cannot be used with/ },
]
it.each(wrong)('rejects $input in one line with the fix', async ({ input, expected }) => {
  const { code, stderr } = await run(...input)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(expected)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

it('lists commands and examples with --help', async () => {
  const { stdout } = await runSandboxCommand('--help')
  for (const text of ['start', 'reset', 'clock', 'snapshot', 'doctor', 'record', 'compare', 'Examples:']) expect(stdout).toContain(text)
})
