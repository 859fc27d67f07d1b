#!/usr/bin/env node
/** `pnpm prove executable`: the sandbox as one file does what the package does, where there is no Node, no package and nearly no environment. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { measureStart } from '../../../../packages/mock/bench/measure-start.ts'
import { createComparison } from '../compare.ts'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { root } from '../pack-packages.ts'
import { makeExecutable } from './make-executable.ts'

const mostMegabytes = 120
const rounds = 11

const folder = mkdtempSync(join(tmpdir(), 'spindrift-executable-'))
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
/** All that it is given. */
const environment = { PATH: '/usr/bin:/bin', TMPDIR: temporary, TEMP: temporary, HOME: folder }
const { check, close } = createComparison('executable')

try {
  const begin = performance.now()
  const file = await makeExecutable(folder)
  const seconds = Math.round((performance.now() - begin) / 1000)
  const megabytes = Math.round(statSync(file).size / 100_000) / 10
  check(`it is at most ${mostMegabytes} MB`, megabytes <= mostMegabytes, true)
  useCommands(file)
  await useState(file)
  await useWorlds(file)
  check('nothing of it stays behind', readdirSync(temporary), [])
  const milliseconds = await compareStarts(file)
  close({ megabytes, milliseconds, made_in_seconds: seconds })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function useCommands(file: string): void {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/sandbox/package.json'), 'utf8')) as { readonly version: string }
  const run = (args: readonly string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(file, args, { cwd, env: environment, encoding: 'utf8' })
    return { status, text: `${stdout}${stderr}`.trim() }
  }
  check('it says its version', run(['--version']), { status: 0, text: version })
  check('it passes on how a command ended', run(['exec', '--', 'sh', '-c', 'exit 7']), { status: 7, text: '' })
  const configured = join(folder, 'configured')
  mkdirSync(configured)
  writeFileSync(join(configured, 'spindrift.config.yaml'), 'sandbox:\n  port: 4999\n')
  const asks = "process.exitCode = Number((await fetch(process.env.SPINDRIFT_BASE_URL + '/_sandbox/ready')).status !== 200)"
  const secured = run(['exec', '--tls', 'self-signed', '--', process.execPath, '--input-type=module', '-e', asks])
  check('it makes a certificate that a command trusts', secured, { status: 0, text: '' })
  check('it reads the configuration file', /4999.*spindrift\.config\.yaml/.test(run(['config'], configured).text), true)
  check('an unknown command has its sentence', run(['stat']), {
    status: 1,
    text: "spindrift-sandbox: unknown command 'stat' (Did you mean start?)",
  })
}

interface Running {
  readonly ask: (method: string, path: string, body?: object) => Promise<{ readonly status: number; readonly body: Answer }>
  /** @returns its exit code */
  readonly end: () => Promise<number | null>
}

type Answer = Readonly<Record<string, unknown>>

async function start(file: string, flags: readonly string[]): Promise<Running> {
  const child = spawn(file, ['start', '--port', '0', '--seed', '7', '--json', ...flags], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, tokens } = JSON.parse(await readLine(child)) as { readonly url: string; readonly tokens: { readonly full: string } }
  return {
    ask: async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json().catch(() => ({}))) as Answer }
    },
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

/** @throws Error when it ends without one */
async function readLine(child: ChildProcess & { readonly stdout: Readable }): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume()
    return line
  }
  throw new Error(`It ended with ${child.exitCode} before it was ready.`)
}

async function useState(file: string): Promise<void> {
  const flags = ['--state', join(folder, 'state.db'), '--world', 'empty']
  const first = await start(file, flags)
  const made = await first.ask('POST', '/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
  check('it makes a volume', made.status, 201)
  check('it refuses what the specification forbids', (await first.ask('POST', '/v2/databases', { name: 7 })).status, 422)
  check('it has the document of its own controls', (await first.ask('GET', '/_sandbox/openapi.json')).body['openapi'], '3.1.0')
  const { requests } = (await first.ask('GET', '/_sandbox/requests')).body as { readonly requests: readonly Answer[] }
  const { request } = (await first.ask('GET', `/_sandbox/requests/${String(requests[0]?.['request_id'])}`)).body as {
    readonly request: Answer
  }
  check('it says where to read of what was refused', (request['why'] as Answer)['reference'], 'control/databases/create.html')
  check('it ends when it is told to', await first.end(), 0)
  check('it leaves no log beside the state', existsSync(join(folder, 'state.db-wal')), false)
  const second = await start(file, flags)
  const { volumes } = (await second.ask('GET', '/v2/volumes')).body as { readonly volumes: readonly Answer[] }
  check(
    'the next one has the volume',
    volumes.map(({ name }) => name),
    ['covers'],
  )
  await second.end()
}

async function useWorlds(file: string): Promise<void> {
  const running = await start(file, [])
  const count = async () => ((await running.ask('GET', '/v2/droplets')).body['droplets'] as readonly unknown[]).length
  const before = await count()
  check('the world of the examples is inside', before > 0, true)
  check('a reset has it again', [(await running.ask('POST', '/_sandbox/reset')).status, await count()], [200, before])
  await running.end()
}

/** Medians until the first 200, in turn: a busy machine slows all alike. */
async function compareStarts(file: string): Promise<Readonly<Record<string, number>>> {
  const port = await findFreePort()
  const args = ['start', '--port', String(port)]
  const url = `http://127.0.0.1:${port}/_sandbox/ready`
  const program = join(root, 'packages/sandbox/dist/main.js')
  const bare = `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`
  const starts = {
    executable: { command: file, args, url },
    'executable, empty world': { command: file, args: [...args, '--world', 'empty'], url },
    package: { args: [program, ...args], url },
    "node's own server": { args: ['-e', bare], url },
  }
  const times = Object.fromEntries(Object.keys(starts).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, each] of Object.entries(starts)) times[name]?.push(await measureStart({ ...each, env: { TMPDIR: temporary } }))
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, Math.round(all.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN)]),
  )
}
