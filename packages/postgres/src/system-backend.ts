/** Servers of the PostgreSQL on this machine. They listen only on a Unix socket in a private folder. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyFolder, createFolder } from './folders.ts'
import { type Backend, type DatabaseServer, defaultDatabase, superuser } from './server.ts'
import { PostgresError } from './wire.ts'

const run = promisify(execFile)

const programNames = ['initdb', 'postgres', 'pg_basebackup']
const port = '5432'

/** The gateway limits connections by the size of the cluster. A committed transaction survives the death of every process, but not a power failure. */
const settings = {
  port,
  listen_addresses: '',
  max_connections: 500,
  shared_buffers: '16MB',
  synchronous_commit: 'off',
  timezone: 'UTC',
}

// Files of 1 MB for the write-ahead log make the folder smaller.
const initdbFlags = [`--username=${superuser}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '--wal-segsize=1', '--no-sync']

/** Ends PostgreSQL when standard input closes, so that it never outlives this process. */
const guard = 'exec 3<&0; "$@" 3<&- & pid=$!; (cat <&3 >/dev/null; kill -INT $pid) & wait $pid; kill $! 2>/dev/null'

/** User of the server processes, by the options of `spawn`. */
type Owner = { readonly uid: number; readonly gid: number } | undefined

interface Installation {
  /** Folder of the programs. */
  readonly programs: string
  readonly owner: Owner
  /** True if no data has to survive. */
  readonly isTemporary: boolean
}

/**
 * Finds PostgreSQL on the search path.
 *
 * @param root folder of the service
 * @returns undefined if it is not installed, and on Windows
 */
export async function findSystemBackend(root: string, isTemporary: boolean): Promise<Backend | undefined> {
  const found = process.env['PATH']?.split(delimiter).find((folder) => existsSync(join(folder, 'postgres')))
  if (found === undefined || process.platform === 'win32') return undefined
  const programs = dirname(await realpath(join(found, 'postgres')))
  if (!programNames.every((name) => existsSync(join(programs, name)))) return undefined
  const { stdout } = await run(join(programs, 'postgres'), ['--version'])
  const version = /\d+/.exec(stdout)?.[0]
  const owner = await findOwner()
  if (owner && !(await makeAccessible(root, owner))) return undefined
  const installation = { programs, owner, isTemporary }
  const key = createHash('sha256')
    .update([stdout, process.arch, owner?.uid, ...initdbFlags].join())
    .digest('hex')
    .slice(0, 8)
  const name = `template-${version}-${key}`
  let template: Promise<string> | undefined
  const prepare = () =>
    (template ??= createTemplate(installation, join(findCache(owner), name)).catch(() => createTemplate(installation, join(root, name))))
  return {
    name: `postgres-${version}`,
    isPerDatabase: false,
    maxServers: 16,
    prepare: () => void prepare().catch(() => {}),
    start: async (folder) => {
      if (!existsSync(folder)) await copyFolder(await prepare(), folder)
      return startServer(installation, folder)
    },
  }
}

/** Returns the user `postgres`, else `nobody`, for a process of root, because PostgreSQL refuses to run as root. */
async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined
  const { stdout } = await run('sh', ['-c', 'id -u postgres && id -g postgres || { id -u nobody; id -g nobody; }'])
  const [uid = 0, gid = 0] = stdout.trim().split('\n').map(Number)
  return { uid, gid }
}

/** Returns false if the owner cannot enter a folder above the root. */
async function makeAccessible(root: string, owner: NonNullable<Owner>): Promise<boolean> {
  await chmod(root, 0o711)
  return run('test', ['-x', root], owner).then(
    () => true,
    () => false,
  )
}

/** Returns the folder for caches of this user. That of root is closed to the owner of the servers. */
function findCache(owner: Owner): string {
  return join(owner ? '/var/cache' : process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'spindrift')
}

/** Creates the data folder that new ones are copied from, unless it exists. @returns the folder */
async function createTemplate({ programs, owner }: Installation, template: string): Promise<string> {
  if (existsSync(template)) return template
  await createFolder(template, async (folder) => {
    await mkdir(folder, { mode: 0o700 })
    if (owner) await chown(folder, owner.uid, owner.gid)
    await run(join(programs, 'initdb'), ['-D', folder, ...initdbFlags], { ...owner, cwd: '/' })
    const rename = run(join(programs, 'postgres'), ['--single', '-F', '-D', folder, 'template1'], { ...owner, cwd: '/' })
    rename.child.stdin?.end(`ALTER DATABASE ${superuser} RENAME TO ${defaultDatabase}`)
    await rename
  })
  return template
}

/** @throws PostgresError 57P03 */
async function startServer({ programs, owner, isTemporary }: Installation, folder: string): Promise<DatabaseServer> {
  const socketFolder = await mkdtemp(join(tmpdir(), 'spindrift-'))
  if (owner) await chown(socketFolder, owner.uid, owner.gid)
  const values = { ...settings, fsync: isTemporary ? 'off' : 'on', unix_socket_directories: socketFolder }
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('sh', ['-c', guard, 'sh', join(programs, 'postgres'), '-D', folder, ...flags], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {})
  const exit = once(child, 'exit').then(() => rm(socketFolder, { recursive: true, force: true }))
  let log = ''
  const isReady = new Promise<boolean>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve(true)
    })
    void exit.catch(() => {}).then(() => resolve(false))
  })
  if (!(await isReady)) throw new PostgresError('57P03', `PostgreSQL did not start: ${log.trim().split('\n').slice(-2).join(' / ')}`)
  const copyFlags = ['-h', socketFolder, '-p', port, '-U', superuser, '--checkpoint=fast', '--no-sync', '--no-manifest']
  return {
    socket: join(socketFolder, `.s.PGSQL.${port}`),
    copyTo: async (target) => {
      await run(join(programs, 'pg_basebackup'), ['-D', target, ...copyFlags])
      if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, target])
    },
    stop: async () => {
      child.stdin.end()
      await exit
    },
    exit,
  }
}
