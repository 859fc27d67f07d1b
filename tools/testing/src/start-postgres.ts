/** A real Postgres in a temporary folder on a port of its own, to be used, stopped and killed by tests and proofs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, withoutPostgres } from './find-postgres.ts'
import { findFreePort } from './find-free-port.ts'

export interface PostgresServer extends AsyncDisposable {
  /** `postgres://spindrift:…@127.0.0.1:…/postgres`, of a superuser; the same after a restart. */
  readonly url: string
  readonly port: number
  /** The folder of its data, for a look at its size. */
  readonly folder: string
  /** What it has written of itself since it started last. */
  readonly log: () => string
  /** Ends all of its processes by SIGKILL at once, as a loss of power does to programs. */
  readonly kill: () => Promise<void>
  /** Ends it in order: sessions are cut, nothing is lost. */
  readonly stop: () => Promise<void>
  /** Starts it again on the same data and port, after a kill, a stop or an end of its own; nothing while it runs. */
  readonly start: () => Promise<void>
}

export interface PostgresOptions {
  /** Settings by name, as `postgresql.conf` has them. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** PEM. It takes connections without TLS too. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Where its data is to be; a temporary folder, if left out. It is left there at the end. */
  readonly folder?: string
}

/** Nothing is waited for that only a loss of power needs: a killed process loses no write that the system has. */
const quick = { fsync: 'off', max_connections: 100, shared_buffers: '64MB', listen_addresses: '127.0.0.1', unix_socket_directories: '' }

/** @throws Error where Postgres is not installed, or does not start; with what it said */
export async function startPostgres({ settings = {}, tls, folder }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(withoutPostgres)
  const owner = await findOwner()
  const own = folder ?? mkdtempSync(join(tmpdir(), 'spindrift-postgres-'))
  const data = join(own, 'data')
  const port = await findFreePort()
  const password = randomBytes(12).toString('hex')
  if (owner) chownSync(own, owner.uid, owner.gid)
  const removeFolder = () => {
    if (folder === undefined) rmSync(own, { recursive: true, force: true })
  }
  const flags = Object.entries({ ...quick, port, ...(tls && tlsSettings(own)), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let running: Running | undefined
  const end = async (how: (process: Running) => unknown) => {
    if (!running) return
    const ended = running
    running = undefined
    process.off('exit', ended.abandon)
    await how(ended)
    await ended.gone
  }
  const start = async () => {
    if (running?.child.exitCode === null && running.child.signalCode === null) return
    running = await run(join(programs, 'postgres'), ['-D', data, ...flags], owner)
  }
  const stop = () => end(({ child }) => child.kill('SIGINT'))
  try {
    await initialize({ program: join(programs, 'initdb'), own, data, password, owner })
    if (tls) writeTls(own, tls, owner)
    await start()
  } catch (error) {
    removeFolder()
    throw error
  }
  return {
    url: `postgres://spindrift:${password}@127.0.0.1:${port}/postgres`,
    port,
    folder: own,
    log: () => running?.log() ?? '',
    kill: () => end(({ child }) => killAll(child)),
    stop,
    start,
    [Symbol.asyncDispose]: async () => {
      await stop()
      removeFolder()
    },
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Postgres refuses to run as root: then it is its own user, if it was installed with one, or nobody. */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ask = async (name: string): Promise<Owner> => {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  }
  return ask('postgres').catch(() => ask('nobody'))
}

interface Initialization {
  readonly program: string
  readonly own: string
  readonly data: string
  readonly password: string
  readonly owner: Owner | undefined
}

async function initialize({ program, own, data, password, owner }: Initialization): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) throw new Error(`${data} has a database already. Give an empty folder.`)
  const file = join(own, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  mkdirSync(data, { mode: 0o700 })
  if (owner) for (const path of [file, data]) chownSync(path, owner.uid, owner.gid)
  const flags = ['--username=spindrift', `--pwfile=${file}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(program, ['-D', data, ...flags], { ...owner, cwd: own })
  rmSync(file)
}

const tlsSettings = (own: string) => ({ ssl: 'on', ssl_cert_file: join(own, 'cert.pem'), ssl_key_file: join(own, 'key.pem') })

function writeTls(own: string, { cert, key }: NonNullable<PostgresOptions['tls']>, owner: Owner | undefined): void {
  const { ssl_cert_file: certFile, ssl_key_file: keyFile } = tlsSettings(own)
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (owner) for (const path of [certFile, keyFile]) chownSync(path, owner.uid, owner.gid)
}

interface Running {
  readonly child: ChildProcess
  readonly gone: Promise<unknown>
  readonly log: () => string
  readonly abandon: () => void
}

async function run(program: string, flags: readonly string[], owner: Owner | undefined): Promise<Running> {
  const child = spawn(program, flags, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  const { stderr } = child
  if (!stderr) throw new Error('Postgres was started without a pipe.')
  // A test that fails halfway leaves nothing running; its sessions end when they see that it is gone.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const gone = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-100_000)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
  const outcome = await Promise.race([ready, gone.then(() => 'ended' as const)])
  if (outcome === 'ended') throw new Error(`Postgres did not start: ${log.trim().split('\n').slice(-3).join(' / ')}`)
  return { child, gone, log: () => log, abandon }
}

/** The sessions are groups of their own; one that outlived the rest could still commit, and would keep a new start from happening. */
async function killAll(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const sessions = stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return pid !== undefined && parent === child.pid ? [pid] : []
  })
  child.kill('SIGKILL')
  for (const pid of sessions) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
}
