/** A real Valkey, or Redis, in a temporary folder on a port of its own, to be used, stopped and killed by tests and proofs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findPort } from '../find-port.ts'

export interface ValkeyServer extends AsyncDisposable {
  /** `valkey://:…@127.0.0.1:…`; the same after a restart. */
  readonly url: string
  readonly port: number
  readonly password: string
  /** By a connection of its own. */
  readonly ask: (...words: readonly string[]) => Promise<unknown>
  /** How many scripts it was asked to run. */
  readonly calls: () => Promise<number>
  /** Ends it by SIGKILL; started again, it has what its settings had it write. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

const programs = ['valkey-server', 'redis-server']

/** The program named by `SPINDRIFT_VALKEY_SERVER`, else the one of the search path. @returns undefined where there is none, and on Windows */
export function findValkey(env: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  if (process.platform === 'win32') return undefined
  const named = env['SPINDRIFT_VALKEY_SERVER']
  if (named !== undefined) return existsSync(named) ? named : undefined
  const folders = (env['PATH'] ?? '').split(delimiter)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** What a test says that is skipped without it. */
export const withoutValkey =
  'there is no Valkey on this machine: install it (Debian: apt install valkey, or redis-server) or name its program in SPINDRIFT_VALKEY_SERVER'

const password = 'only-for-tests'

/** @param flags as its configuration has them; nothing is written to the disk, if left out. @throws Error where it does not start, with what it said */
export async function startValkey(flags: readonly string[] = []): Promise<ValkeyServer> {
  const program = findValkey()
  if (program === undefined) throw new Error(withoutValkey)
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-valkey-'))
  const port = await findPort()
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password, '--save', '', ...flags]
  let running: { readonly child: ChildProcess; readonly abandon: () => void } | undefined
  const start = async () => {
    if (running) return
    running = await run(program, own)
  }
  const kill = async () => {
    if (!running) return
    const { child, abandon } = running
    running = undefined
    process.off('exit', abandon)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await start()
  const ask = async (...words: readonly string[]): Promise<unknown> => {
    const { createClient } = await import('@redis/client')
    const client = createClient({ url: `redis://:${password}@127.0.0.1:${port}` })
    await client.connect()
    try {
      return await client.sendCommand([...words])
    } finally {
      client.destroy()
    }
  }
  return {
    url: `valkey://:${password}@127.0.0.1:${port}`,
    ask,
    calls: async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await ask('INFO', 'commandstats')))?.[1] ?? 0),
    port,
    password,
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(program: string, flags: readonly string[]) {
  const child = spawn(program, flags, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
  const { stdout } = child
  let log = ''
  // A test that fails halfway leaves nothing running.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const ready = new Promise<void>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes('eady to accept connections')) resolve()
    })
  })
  const outcome = await Promise.race([ready, once(child, 'exit').then(() => 'ended' as const)])
  if (outcome === 'ended') throw new Error(`Valkey did not start: ${log.trim().split('\n').slice(-3).join(' / ')}`)
  return { child, abandon }
}
