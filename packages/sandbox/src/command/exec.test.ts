import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '@spindrift/testing/start-sandbox-process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientVariables, formatVariableTable } from '../control/client-variables.ts'
import { environmentFormats, formatEnvironment } from './format-environment.ts'
import { startSandbox } from '../start-sandbox.ts'
import { runInProcess } from '../../test/run-in-process.ts'

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exit: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Starts the command in its own session, so that no terminal sends it signals. */
function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Running {
  const [file = '', ...rest] = args[0] === 'script' ? args : [process.execPath, builtProgram, ...args]
  const child = spawn(file, rest, { env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment }, detached: true })
  const texts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  if (input !== '') child.stdin.end(input)
  return { child, output: () => texts.stdout, exit: once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts })) }
}

const exec = (...words: readonly string[]) => start(['exec', '--seed', '7', '--', ...words])
const node = (program: string) => exec(process.execPath, '-e', program)

describe('exec', () => {
  it('runs a command with a ready sandbox in its environment, and stops the sandbox when the command exits', async () => {
    const { code, stdout } = await node(`
      const { SPINDRIFT_TOKEN, DIGITALOCEAN_END_POINT, SPINDRIFT_BASE_URL } = process.env
      const { status } = await fetch(DIGITALOCEAN_END_POINT + 'account', { headers: { authorization: 'Bearer ' + SPINDRIFT_TOKEN } })
      console.log(JSON.stringify({ status, url: SPINDRIFT_BASE_URL, names: Object.keys(process.env) }))
    `).exit
    const { status, url, names } = JSON.parse(stdout) as {
      readonly status: number
      readonly url: string
      readonly names: readonly string[]
    }
    expect([code, status]).toEqual([0, 200])
    expect(names).toEqual(expect.arrayContaining(clientVariables.map(({ name }) => name)))
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it.each([
    { input: ['sh', '-c', 'exit 7'], code: 7 },
    { input: ['sh', '-c', 'kill -KILL $$'], code: 128 + constants.signals.SIGKILL },
    { input: ['no-such-command'], code: 127, says: 'command "no-such-command" not found' },
    { input: [fileURLToPath(import.meta.url)], code: 126, says: 'cannot run (permission denied)' },
  ])('exits with $code after $input', async ({ input, code, says = '' }) => {
    expect(await runInProcess('exec', '--', ...input)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) })
  })

  it.each([
    { input: ['exec'], expected: /^spindrift-sandbox: No command\. Put it after --/ },
    { input: ['exec', 'pytest', '-q'], expected: /^spindrift-sandbox: unknown option '-q'\. Put the command after --, / },
    { input: ['exec', '--prot', '1', '--', 'true'], expected: /unknown option '--prot'.*--port/ },
    { input: ['exec', '--lag', 'some', '--', 'true'], expected: /Allowed choices are real, none/ },
    { input: ['env', '--format', 'csh'], expected: /Allowed choices are sh, fish, powershell, dotenv, github/ },
    { input: ['env', '--port', '1'], expected: /No sandbox is running/ },
    { input: ['wait', '--timeout', '0.2', '--port', '1'], expected: /^spindrift-sandbox: Not ready after 0\.2 s: No sandbox is running/ },
    { input: ['wait', '--timeout', 'long'], expected: /Give a number of seconds/ },
  ])('rejects $input in one line', async ({ input, expected }) => {
    const { code, stderr } = await runInProcess(...input)
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(expected)])
    expect(stderr.trim()).not.toContain('\n')
  })

  it('passes input and output to the command', async () => {
    const { exit } = start(['exec', '--', 'cat'], {}, 'one\ntwo\n')
    expect(await exit).toEqual({ code: 0, stdout: 'one\ntwo\n', stderr: '' })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s and waits for the command to exit', async (signal) => {
    const { child, output, exit } = node(`
      process.on('${signal}', () => { console.log('stopping'); process.exit(3) })
      console.log('begun'); setInterval(() => {}, 1000)
    `)
    await expect.poll(output, { timeout: 20_000 }).toBe('begun\n')
    child.kill(signal)
    expect(await exit).toMatchObject({ code: 3, stdout: 'begun\nstopping\n' })
  })

  it.skipIf(!existsSync('/usr/bin/script'))('sends Ctrl+C to the command once', async () => {
    const program = `let n = 0; process.on("SIGINT", () => { n += 1; if (n === 1) setTimeout(() => { console.log("signal " + n); process.exit(5) }, 400) }); console.log("begun"); setInterval(() => {}, 1000)`
    const words = [process.execPath, builtProgram, 'exec', '--', process.execPath, '-e', program]
    // Without exec, the shell in between exits on the signal whatever the command does.
    const line = `exec ${words.map((word) => `'${word}'`).join(' ')}`
    const { child, output, exit } = start(['script', '-qec', line, '/dev/null'])
    await expect.poll(output, { timeout: 20_000 }).toContain('begun')
    child.stdin?.write('\u0003')
    expect(await exit).toMatchObject({ code: 5, stdout: expect.stringContaining('signal 1') })
  })

  it('ignores the configured port, state and base URL unless a flag sets them', async () => {
    const taken = await startSandbox({ port: 0 })
    onTestFinished(taken.close)
    const { port } = new URL(taken.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('SPINDRIFT_SANDBOX_PORT', port)
    vi.stubEnv('SPINDRIFT_SANDBOX_STATE', '/nowhere/state.db')
    vi.stubEnv('SPINDRIFT_SANDBOX_BASE_URL', taken.url)
    const differs = ['sh', '-c', `test "$SPINDRIFT_BASE_URL" != ${taken.url}`]
    expect(await runInProcess('exec', '--', ...differs)).toMatchObject({ code: 0, stderr: '' })
    expect(await runInProcess('exec', '--port', port, '--', 'true')).toMatchObject({ code: 1, stderr: expect.stringContaining(port) })
  })

  it('makes Node, OpenSSL, Python requests and curl trust a generated certificate and the public ones', async () => {
    const names = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']
    const program = `
      const files = new Set(${JSON.stringify(names)}.map((name) => process.env[name]))
      const [file] = files
      console.log(files.size, require('node:fs').readFileSync(file, 'utf8').split('BEGIN CERTIFICATE').length > 100)
      fetch(process.env.SPINDRIFT_BASE_URL + '/_sandbox/ready').then(async (reply) => console.log(reply.url, await reply.text()))`
    const { stdout } = await start(['exec', '--tls', 'self-signed', '--', process.execPath, '-e', program]).exit
    expect(stdout).toMatch(/^1 true\nhttps:.* \{"ready":true\}\n$/)
  })

  it('has the same variables as env --ca-file, for a sandbox that runs already', async () => {
    const { url, close } = await startSandbox({ port: 0, tls: 'self-signed' })
    const file = join(tmpdir(), `spindrift-ca-${process.pid}.pem`)
    const { stdout } = await start(['env', '--url', url, '--ca-file', file], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }).exit
    expect(stdout).toContain(`export REQUESTS_CA_BUNDLE='${file}'`)
    expect(readFileSync(file, 'utf8').split('BEGIN CERTIFICATE').length).toBeGreaterThan(100)
    rmSync(file)
    await close()
  })

  it('adds loopback to NO_PROXY and passes the control token', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
    vi.stubEnv('NO_PROXY', 'intern.example')
    vi.stubEnv('SPINDRIFT_CONTROL_TOKEN', 'a-token-of-16-characters')
    const names = 'intern.example,127.0.0.1,localhost'
    const values = '$NO_PROXY $no_proxy $SPINDRIFT_CONTROL_TOKEN'
    const check = `test "${values}" = "${names} ${names} a-token-of-16-characters"`
    expect(await runInProcess('exec', '--', 'sh', '-c', check)).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

const python = '/usr/bin/python3'
const hasPytest = existsSync(python) && spawnSync(python, ['-c', 'import pytest']).status === 0
describe.skipIf(!hasPytest)('the recipe for pytest', () => {
  const folder = fileURLToPath(new URL('../../recipes/pytest', import.meta.url))
  const test = (...flags: readonly string[]) => {
    const words = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--rootdir', folder, folder, ...flags]
    return start(['exec', '--action-seconds', '0', '--rate-limits', 'off', '--', ...words], { PYTHONDONTWRITEBYTECODE: '1' }).exit
  }

  it('passes, and exits with 5 when no test is selected', async () => {
    expect(await test()).toMatchObject({ code: 0, stdout: expect.stringContaining('2 passed') })
    expect(await test('-k', 'absent')).toMatchObject({ code: 5, stdout: expect.stringContaining('2 deselected') })
  })
})

describe('env', () => {
  it('prints the variables of a running sandbox', async () => {
    const sandbox = await startSandbox({ port: 0, seed: 7, controlToken: 'a-token-of-16-characters' })
    onTestFinished(sandbox.close)
    const { tokens } = sandbox.credentials()
    const environment = { SPINDRIFT_CONTROL_TOKEN: 'a-token-of-16-characters', SPINDRIFT_BASE_URL: sandbox.url }
    const { code, stdout } = await start(['env', '--format', 'dotenv'], environment).exit
    const lines = stdout.trim().split('\n')
    expect([code, lines.length]).toEqual([0, clientVariables.length + 1])
    for (const line of [
      `DIGITALOCEAN_API_URL=${sandbox.url}`,
      `SPINDRIFT_TOKEN=${tokens.full}`,
      'SPINDRIFT_CONTROL_TOKEN=a-token-of-16-characters',
    ])
      expect(lines).toContain(line)
  })

  const shells = [
    { format: 'dotenv', command: ['/bin/sh', '-c', 'eval "$1"; printf %s "$SPINDRIFT_TOKEN"', 'sh'] },
    { format: 'sh', command: ['/bin/sh', '-c', 'eval "$1"; printf %s "$SPINDRIFT_TOKEN"', 'sh'] },
    { format: 'fish', command: ['/usr/bin/fish', '-c', 'eval $argv[1]; printf %s $SPINDRIFT_TOKEN'] },
    {
      format: 'powershell',
      command: ['/usr/bin/pwsh', '-NoProfile', '-Command', '& { Invoke-Expression $args[0]; [Console]::Write($env:SPINDRIFT_TOKEN) }'],
    },
  ] as const
  it.each(shells.filter(({ command: [file] }) => existsSync(file)))(
    'quotes values so that $format reads them unchanged',
    ({ format, command: [file, ...rest] }) => {
      const odd = `it's a \\ "$HOME" \`id\` ’; ‘ value`
      const environment = { PATH: process.env['PATH'], HOME: '/nowhere' }
      expect(
        execFileSync(file, [...rest, formatEnvironment({ SPINDRIFT_TOKEN: odd }, format)], { env: environment, encoding: 'utf8' }),
      ).toBe(odd)
    },
  )

  it('formats a variable for each shell and file', () => {
    const name = 'SPINDRIFT_BASE_URL'
    const outputs = environmentFormats.map((format) => formatEnvironment({ [name]: 'http://x:1/v1' }, format))
    expect(outputs).toEqual([
      `export ${name}='http://x:1/v1'`,
      `set -gx ${name} 'http://x:1/v1'`,
      `$env:${name} = 'http://x:1/v1'`,
      `${name}=http://x:1/v1`,
      `${name}=http://x:1/v1`,
    ])
  })

  it('doubles every kind of single quote for PowerShell', () => {
    expect(formatEnvironment({ SPINDRIFT_TOKEN: `a'‘’‚‛;id` }, 'powershell')).toBe(`$env:SPINDRIFT_TOKEN = 'a''‘‘’’‚‚‛‛;id'`)
  })

  it('ignores names that are not variables of clients', () => {
    expect(formatEnvironment({ PATH: '/tmp', LD_PRELOAD: 'x', 'A; id #': 'x', SPINDRIFT_TOKEN: 'a' }, 'github')).toBe('SPINDRIFT_TOKEN=a')
  })

  it.each(['a\nPATH=/tmp', 'a\rb', 'a\u001B[2J', 'a\u0000', 'a\u2028b', 7, null, { a: 'b' }])('rejects the value %j', (value) => {
    expect(() => formatEnvironment({ SPINDRIFT_TOKEN: value }, 'github')).toThrow(
      /^The sandbox returned a value for SPINDRIFT_TOKEN that is/,
    )
  })

  it('matches the table in the guide on clients', async () => {
    const file = fileURLToPath(new URL('../../../reference/guides/configure-clients.md', import.meta.url))
    const [, head, tail] = /^(.*<!-- variables -->\n).*?(\n?<!-- \/variables -->.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    await expect(`${head}${formatVariableTable()}\n${tail?.trimStart()}`).toMatchFileSnapshot(file)
  })
})

describe('wait', () => {
  it('waits for a sandbox that starts later', async () => {
    const first = await startSandbox({ port: 0 })
    const { url } = first
    await first.close()
    const exit = runInProcess('wait', '--url', url, '--timeout', '600')
    const later = await startSandbox({ port: Number(new URL(url).port) })
    onTestFinished(later.close)
    expect(await exit).toEqual({ code: 0, stdout: `The sandbox at ${url} is ready.\n`, stderr: '' })
  })
})
