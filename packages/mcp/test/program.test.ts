/** The program with flags, environment, standard input and output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@spindrift/sandbox'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { parseFlags } from '../src/command/flags.ts'
import { run as runCommand } from '../src/command/run.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const canary = 'canary-token-1'

interface Run {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Input lines. Standard input ends when all with an id have a response. */
  readonly lines?: readonly string[]
}

async function run({ args = [], env = {}, lines = [] }: Run) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env },
    stdio: 'pipe',
  })
  const [out, error] = [text(child.stdout), text(child.stderr)]
  // A program that fails to start does not read.
  child.stdin.on('error', () => {})
  for (const line of lines) child.stdin.write(`${line}\n`)
  let missing = lines.filter((line) => line.includes('"id":')).length
  child.stdout.on('data', (chunk: Buffer) => {
    missing -= chunk.toString().split('\n').length - 1
    if (missing <= 0) child.stdin.end()
  })
  const exit = once(child, 'close')
  if (missing === 0) child.stdin.end()
  const [code] = (await exit) as [number | null]
  return { code, out: await out, error: await error }
}

/** Runs a command that ends by itself in this process, which is faster. */
async function runHere({ args = [], env = {} }: Omit<Run, 'lines'>) {
  const [out, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(() => {}))
  for (const name of ['SPINDRIFT_BASE_URL', 'SPINDRIFT_TOKEN']) vi.stubEnv(name, env[name])
  const print = (spy: typeof out) => spy?.mock.calls.map((line) => `${line.join(' ')}\n`).join('') ?? ''
  try {
    await runCommand(args)
    return { code: process.exitCode ?? 0, out: print(out), error: print(error) }
  } finally {
    process.exitCode = undefined
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
}

const message = (id: number, method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialize = (version: string) =>
  message(1, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } })
const place = { SPINDRIFT_BASE_URL: 'http://127.0.0.1:9', SPINDRIFT_TOKEN: canary }

describe('an invalid start', () => {
  it.each([
    { args: [], env: {}, expected: 'No base URL. Pass --base-url <url> or set SPINDRIFT_BASE_URL' },
    { args: ['--base-url', 'https://api.example'], env: {}, expected: 'No token. Set SPINDRIFT_TOKEN' },
    { args: ['--base-url', 'http://api.example'], env: { SPINDRIFT_TOKEN: canary }, expected: 'would send the token unencrypted' },
    { args: ['--base-url', `https://u:${canary}@api.example`], env: {}, expected: 'must have https:// or http://' },
    { args: ['--base-url', 'https://api.example'], env: { SPINDRIFT_TOKEN: `${canary} x` }, expected: 'contains a space' },
    { args: ['--sandbx'], env: {}, expected: "spindrift-mcp: unknown option '--sandbx' (Did you mean --sandbox?)" },
    { args: ['--toolset', 'everything'], env: {}, expected: '--toolset must be one of databases, control, all.' },
    { args: ['serv'], env: {}, expected: "spindrift-mcp: unknown command 'serv' (Did you mean serve?)" },
    { args: ['xyzzyplugh'], env: {}, expected: "unknown command 'xyzzyplugh'. See --help." },
    { args: ['--url', 'https://api.example/v2'], env: { SPINDRIFT_TOKEN: canary }, expected: 'must not end with /v2' },
    { args: ['--url', 'https://a.example', '--base-url', 'https://a.example'], env: place, expected: '--url and --base-url are the same' },
    { args: ['--sandbox', '--base-url', 'https://api.example'], env: {}, expected: 'cannot be combined' },
    { args: ['--port', '70000', '--http'], env: place, expected: '--port must be an integer from 0 to 65535' },
    { args: ['--audience', 'https://api.example'], env: place, expected: '--audience requires --http' },
    { args: ['--http', '--audience', 'https://other.example'], env: place, expected: '--audience must be equal to the base URL' },
    { args: ['--sandbox', '--audience', 'https://api.example'], env: {}, expected: '--sandbox and --audience cannot be combined' },
    { args: ['--sandbox', '--tools', 'nope'], env: {}, expected: 'There is no tool "nope"' },
    { args: ['--port', '4030'], env: place, expected: '--port requires --http.' },
    { args: ['--json'], env: place, expected: '--json is only for doctor.' },
    { args: ['--tools', ''], env: place, expected: '--tools is empty' },
    { args: ['--timeout', '0'], env: place, expected: '--timeout must be an integer from 1 to 3600' },
    { args: ['--base-url', 'https://api.example/v2'], env: { SPINDRIFT_TOKEN: canary }, expected: 'must not end with /v2' },
    { args: ['--tools', 'db-cluster-delete'], env: place, expected: 'Add --allow-all' },
  ])('reports the reason for $args without the token', async ({ args, env, expected }) => {
    const { code, out, error } = await runHere({ args, env: env as Record<string, string> })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain(expected)
    expect(error).not.toContain(canary)
    expect(error.trim().split('\n')).toHaveLength(1)
  })

  it('ends with exit code 1 and one line', async () => {
    expect(await run({ args: ['serv'] })).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^spindrift-mcp: unknown command .+\n$/),
    })
  })

  it('prints --help and --version', async () => {
    expect((await runHere({ args: ['--help'] })).out).toContain('--allow-all')
    expect(parseFlags(['--allow-writes', '--allow-destructive'], {})).toMatchObject({ allowWrites: true, allowDestructive: true })
    expect((await run({ args: ['--version'] })).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('over standard input and output', () => {
  it('lists the same tools every time, byte for byte', async () => {
    const lines = [initialize('2025-11-25'), message(2, 'tools/list'), message(3, 'tools/list')]
    const [one, other] = [await run({ env: place, lines, args: ['--allow-all'] }), await run({ env: place, lines, args: ['--allow-all'] })]
    const [, first = '', second = ''] = one.out.split('\n')
    expect(first.replace('"id":2', '"id":3')).toBe(second)
    expect(other.out).toBe(one.out)
    expect(Buffer.byteLength(first)).toBeLessThan(40_000)
  })

  it.each([
    { input: '2025-11-25', expected: '2025-11-25' },
    { input: '2025-06-18', expected: '2025-06-18' },
    { input: '1999-01-01', expected: '2025-11-25' },
  ])('negotiates $expected with a client of $input, and ends without an error when it disconnects', async ({ input, expected }) => {
    const { out, code, error } = await run({ env: place, lines: [initialize(input)] })
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(JSON.parse(out)).toMatchObject({ result: { protocolVersion: expected } })
  })

  it('skips an invalid line, and closes the connection on an endless one', async () => {
    const { out, code, error } = await run({ env: place, lines: ['{"a"', 'null', '{"jsonrpc":"1.0"}', initialize('2025-11-25')] })
    expect(code).toBe(0)
    expect(error).toBe('spindrift-mcp: Skipped a line that is not a JSON-RPC message.\n'.repeat(2))
    expect(out.trim().split('\n')).toHaveLength(1)
    const endless = await run({ env: place, lines: [initialize('2025-11-25'), 'x'.repeat(5 * 1024 * 1024), message(2, 'tools/list')] })
    expect(endless.out.trim().split('\n')).toHaveLength(1)
    expect(endless.error.length).toBeLessThan(600)
  })

  it('never prints token and arguments, even with --log', async () => {
    const secret = 'canary-password-2'
    const values = {
      id: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30',
      source: { host: 'h', port: 1, dbname: 'd', username: 'u', password: secret },
    }
    const lines = [initialize('2025-11-25'), message(2, 'tools/call', { name: 'db-cluster-start-online-migration', arguments: values })]
    const { out, error } = await run({ env: place, args: ['--allow-all', '--log'], lines })
    expect(out).toContain('No response from 127.0.0.1:9 (connection refused)')
    expect(error).toContain('spindrift-mcp: db-cluster-start-online-migration refused')
    expect(out + error).not.toMatch(/canary/)
  })

  it('uses the proxy of the environment, which sees no token', async () => {
    const questions: string[] = []
    const proxy = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    proxy.on('connect', ({ url, rawHeaders }, socket) => {
      questions.push(`${url} ${rawHeaders.join(' ')}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await once(proxy, 'listening')
    const { port } = proxy.address() as { readonly port: number }
    const env = { ...place, SPINDRIFT_BASE_URL: 'https://platform.example', HTTPS_PROXY: `http://127.0.0.1:${port}` }
    const lines = [initialize('2025-11-25'), message(2, 'tools/call', { name: 'db-cluster-list', arguments: {} })]
    const { out } = await run({ env, lines })
    proxy.close()
    expect(questions).toEqual([expect.stringMatching(/^platform\.example:443 /)])
    expect(questions.join() + out).not.toContain(canary)
    expect(out).toContain('No response from platform.example')
  })

  it('works with its own sandbox', async () => {
    const lines = [initialize('2025-11-25'), message(2, 'tools/call', { name: 'db-cluster-list', arguments: {} })]
    const { out, code } = await run({ args: ['--sandbox'], lines })
    expect(code).toBe(0)
    expect(out).toContain('7 of 7 databases, page 1. The list is complete.')
  })
})

describe('doctor', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
  })
  afterAll(() => sandbox.close())
  const diagnose = async (token: string, ...args: readonly string[]) => {
    const { code, out } = await runHere({
      args: ['doctor', '--json', ...args],
      env: { SPINDRIFT_BASE_URL: sandbox.url, SPINDRIFT_TOKEN: token },
    })
    const { findings } = JSON.parse(out) as {
      readonly findings: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[]
    }
    return { code, ...Object.fromEntries(findings.map((finding) => [finding.check, `${finding.ok ? 'ok' : 'BAD'}: ${finding.message}`])) }
  }

  it('reports the permissions of a token', async () => {
    const { tokens } = sandbox.credentials()
    expect(await diagnose(tokens.full, '--allow-create')).toMatchObject({
      code: 0,
      token: expect.stringMatching(/^ok/),
      scopes: 'ok: may change databases',
    })
    expect(await diagnose(tokens.read)).toMatchObject({ code: 0, scopes: 'ok: read-only' })
    expect(await diagnose(tokens.read, '--allow-all')).toMatchObject({
      code: 1,
      scopes: expect.stringMatching(/^BAD: read-only, but/),
    })
    expect(await diagnose(canary)).toMatchObject({ code: 1, token: expect.stringMatching(/^BAD: invalid/) })
  })

  it('reports an unreachable or wrong server', async () => {
    const { out, code } = await run({ args: ['doctor'], env: place })
    expect(code).toBe(1)
    expect(out).toContain('BAD  base URL No response from 127.0.0.1:9 (connection refused).')
    const other = await startHttpServer((_request, response) => response.end('<html>'))
    const page = await runHere({ args: ['doctor'], env: { ...place, SPINDRIFT_BASE_URL: other.url } })
    await other.close()
    expect(page.out).toContain('but is not the control API')
    expect(page.out + out).not.toContain(canary)
  })
})
