import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { describe, expect, it } from 'vitest'
import { toPrismArguments } from './options.ts'
import { tinyDocument, token } from './testing.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** Disables warnings of Node, for example about `NO_COLOR` with `FORCE_COLOR`. */
const env = { ...process.env, NODE_NO_WARNINGS: '1' }
const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: 30_000, env })

describe('spindrift-mock', () => {
  it('prints examples in its help', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    for (const word of ['start', 'proxy', 'list', 'print-command', 'Prefer: code=404, example=not_found']) expect(stdout).toContain(word)
  })

  it.each([
    { input: ['start', '--prot', '1'], expected: "spindrift-mock: unknown option '--prot' (Did you mean --port?)\n" },
    { input: ['--prot', '1'], expected: "spindrift-mock: unknown option '--prot'. See --help.\n" },
    {
      input: ['start', '--port', '70000'],
      expected: "spindrift-mock: option '-p, --port <number>' argument '70000' is invalid. Use an integer from 0 to 65535.\n",
    },
    { input: ['strat'], expected: "spindrift-mock: unknown command 'strat' (Did you mean start?)\n" },
    { input: ['proxy'], expected: "spindrift-mock: missing required argument 'url'\n" },
    { input: ['proxy', 'nonsense'], expected: 'spindrift-mock: "nonsense" is not an HTTP URL. Use one like http://127.0.0.1:4020.\n' },
  ])('rejects $input in one line', ({ input, expected }) => {
    expect(run(...input)).toMatchObject({ status: 1, stdout: '', stderr: expected })
  })

  it('prints its version', () => {
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each(['20.20.2', '24.9.0'])('reports in one line that Node %s is too old', (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, main], {
      encoding: 'utf8',
      env,
    })
    expect([status, stderr]).toEqual([1, `spindrift-mock: Node ${version} is too old. Install 24.18.0 or newer.\n`])
  })

  it('reports an unreachable upstream at once', async () => {
    const port = await findFreePort()
    const { status, stderr } = run('proxy', `http://127.0.0.1:${port}`)
    expect([status, stderr]).toEqual([
      1,
      `spindrift-mock: Cannot connect to http://127.0.0.1:${port} (connection refused). Start the server first, or use another URL.\n`,
    ])
  })

  it('reports a port in use in one line', async () => {
    await using other = await startHttpServer(() => {})
    const { port } = other
    const child = spawn(process.execPath, [main, 'start', '--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'], env })
    let output = ''
    for await (const chunk of child.stderr) output += String(chunk)
    expect(output).toBe(`spindrift-mock: Port ${port} is in use. Choose another with --port, or 0 for any that is free.\n`)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  }, 30_000)

  it('prints the equivalent Prism command', () => {
    const { stdout } = run('print-command', '--port', '5000', '--dynamic')
    expect(stdout).toMatch(/^prism mock \S+openapi\.json --host 127\.0\.0\.1 --port 5000 --multiprocess=false --dynamic\n$/)
  })

  it('prints a command that works with Prism, even with NODE_ENV=production', async () => {
    const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
    const port = await findFreePort()
    const child = spawn(process.execPath, [prism, ...toPrismArguments({ port }, fileURLToPath(tinyDocument))], {
      stdio: 'ignore',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    try {
      const response = await retry(() => fetch(`http://127.0.0.1:${port}/v2/volumes`, { headers: { ...token, prefer: 'example=none' } }))
      expect(await response.json()).toEqual({ volumes: [], meta: { total: 0 } })
    } finally {
      child.kill()
    }
  }, 30_000)
})

async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 200; left > 0; left--) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined) return result
    await sleep(100)
  }
  return attempt()
}
