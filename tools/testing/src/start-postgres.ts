/** A Postgres server in a temporary folder on a free port, which tests can stop and kill. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPostgres, missingPostgresMessage } from './find-postgres.ts'
import { findFreePort } from './find-free-port.ts'

const execute = promisify(execFile)

export interface PostgresServer extends AsyncDisposable {
  /** `postgres://spindrift:…@127.0.0.1:…/postgres`, for a superuser; unchanged after a restart. */
  readonly url: string
  readonly port: number
  /** Folder with the data, for tests that measure its size. */
  readonly folder: string
  /** Kills all of its processes with SIGKILL at once, like a power failure. */
  readonly kill: () => Promise<void>
  /** Stops it cleanly: closes sessions and loses no data. */
  readonly stop: () => Promise<void>
  /** Starts it again with the same data and port. Does nothing while it runs. */
  readonly start: () => Promise<void>
}

export interface PostgresOptions {
  /** Settings by their name in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** PEM. Connections without TLS are accepted as well. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Folder for the data, which stays at the end. Default: a temporary folder. */
  readonly folder?: string
}

/** Settings for speed. Without `fsync` a power failure loses data; a killed process does not. */
const fastSettings = {
  fsync: 'off',
  max_connections: 100,
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** @throws Error with the log when Postgres does not start, or when it is not installed */
export async function startPostgres({ settings = {}, tls, folder }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(missingPostgresMessage)
  const owner = await findOwner()
  const base = folder ?? mkdtempSync(join(tmpdir(), 'spindrift-postgres-'))
  const data = join(base, 'data')
  const port = await findFreePort()
  if (owner) chownSync(base, owner.uid, owner.gid)
  const removeFolder = () => {
    if (folder === undefined) rmSync(base, { recursive: true, force: true })
  }
  const flags = Object.entries({ ...fastSettings, port, ...(tls && tlsSettings(base)), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let running: Running | undefined
  let password: string
  const end = async (signal: (process: Running) => unknown) => {
    if (!running) return
    const stopping = running
    running = undefined
    process.off('exit', stopping.abandon)
    await signal(stopping)
    await stopping.exit
  }
  const start = async () => {
    if (running?.child.exitCode === null && running.child.signalCode === null) return
    running = await run(join(programs, 'postgres'), ['-D', data, ...flags], owner)
  }
  const stop = () => end(({ child }) => child.kill('SIGINT'))
  try {
    password = await initialize(join(programs, 'initdb'), base, owner)
    if (tls) writeTls(base, tls, owner)
    await start()
  } catch (error) {
    removeFolder()
    throw error
  }
  return {
    url: `postgres://spindrift:${password}@127.0.0.1:${port}/postgres`,
    port,
    folder: base,
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

/** Returns the user to run Postgres as, which refuses to run as root: `postgres` if it exists, else `nobody`. */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { stdout } = await execute('sh', ['-c', 'id -u postgres && id -g postgres || { id -u nobody; id -g nobody; }'])
  const [uid = 0, gid = 0] = stdout.trim().split('\n').map(Number)
  return { uid, gid }
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache/postgres/', import.meta.url))

/** Creates the data folder as a copy of one in the cache, because initdb takes ten times as long. @returns the password */
async function initialize(program: string, base: string, owner: Owner | undefined): Promise<string> {
  const data = join(base, 'data')
  if (existsSync(join(data, 'PG_VERSION'))) throw new Error(`${data} already contains a database. Pass an empty folder.`)
  const { stdout: version } = await execute(program, ['--version'])
  const template = join(cache, `${version.trim().replaceAll(/\W+/g, '-')}-${owner?.uid}`)
  if (!existsSync(template)) {
    const [file, folder, copy] = [join(base, 'password'), join(base, 'template'), `${template}-${randomUUID()}`]
    writeFileSync(file, randomUUID(), { mode: 0o600 })
    mkdirSync(folder, { mode: 0o700 })
    if (owner) for (const path of [file, folder]) chownSync(path, owner.uid, owner.gid)
    const flags = ['--username=spindrift', `--pwfile=${file}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
    await execute(program, ['-D', folder, ...flags], { ...owner, cwd: base })
    renameSync(file, join(folder, 'password'))
    mkdirSync(cache, { recursive: true })
    await execute('mv', [folder, copy])
    // Fails if another process was first.
    await rename(copy, template).catch(() => rm(copy, { recursive: true }))
  }
  await execute('cp', ['-a', template, data])
  return readFileSync(join(data, 'password'), 'utf8')
}

const tlsSettings = (base: string) => ({ ssl: 'on', ssl_cert_file: join(base, 'cert.pem'), ssl_key_file: join(base, 'key.pem') })

function writeTls(base: string, { cert, key }: NonNullable<PostgresOptions['tls']>, owner: Owner | undefined): void {
  const { ssl_cert_file: certFile, ssl_key_file: keyFile } = tlsSettings(base)
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (owner) for (const path of [certFile, keyFile]) chownSync(path, owner.uid, owner.gid)
}

interface Running {
  readonly child: ChildProcess
  readonly exit: Promise<unknown>
  readonly abandon: () => void
}

async function run(program: string, flags: readonly string[], owner: Owner | undefined): Promise<Running> {
  const child = spawn(program, flags, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  const { stderr } = child
  if (!stderr) throw new Error('Postgres has no standard error: it was started without a pipe.')
  // Stops Postgres when a test fails halfway. The sessions end by themselves.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const exit = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-100_000)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
  const outcome = await Promise.race([ready, exit.then(() => 'ended' as const)])
  if (outcome === 'ended') throw new Error(`Postgres did not start: ${log.trim().split('\n').slice(-3).join(' / ')}`)
  return { child, exit, abandon }
}

/** Kills the server and its sessions. Sessions are separate process groups: one that survives could still commit, and would block a new start. */
async function killAll(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid='])
  const sessions = stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return pid !== undefined && parent === child.pid ? [pid] : []
  })
  child.kill('SIGKILL')
  for (const pid of sessions) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}
