/**
 * Two connected hosts in network namespaces. Nothing leaves this machine, and both disappear with the processes that
 * use them. Requires Linux, and root or user namespaces.
 */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Unshares a user namespace for users other than root. */
const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']

/** Reason why the hosts cannot be created; undefined if they can. */
export function findObstacle(): string | undefined {
  const { error, status, stderr } = spawnSync('unshare', [...own, '--net', 'ip', 'link', 'add', 'a0', 'type', 'veth'], { encoding: 'utf8' })
  if (error) return `unshare cannot be run (${error.message})`
  return status === 0 ? undefined : stderr.trim() || `unshare ended with ${status}`
}

export interface Host {
  /** Starts a program on the host. */
  readonly start: (command: string, args: readonly string[], options?: SpawnOptions) => ChildProcess
  /** Runs a program on the host until it ends. @throws Error when it fails */
  readonly run: (command: string, ...args: readonly string[]) => void
  /** Writes an executable file that runs a program on the host. */
  readonly wrap: (command: string) => string
}

export interface Hosts extends AsyncDisposable {
  /** Host of the sandbox, at 10.77.0.1. */
  readonly server: Host
  /** Host of the client, at 10.77.0.2. */
  readonly client: Host
}

export async function createHosts(): Promise<Hosts> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-hosts-'))
  const holders: ChildProcess[] = []
  /** Ends with this process in every case, because it reads from a pipe that closes. */
  const hold = async (command: string, args: readonly string[]) => {
    const holder = spawn(command, [...args, 'sh', '-c', 'echo ready; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
    holders.push(holder)
    await once(holder.stdout, 'data')
    return enter(holder.pid ?? 0, folder)
  }
  const server = await hold('unshare', [...own, '--net'])
  const client = await hold('nsenter', [...server.flags, 'unshare', '--net'])
  server.run('ip', 'link', 'add', 'wire', 'type', 'veth', 'peer', 'name', 'wire', 'netns', String(client.pid))
  for (const [host, address] of [[server, '10.77.0.1/24'] as const, [client, '10.77.0.2/24'] as const]) {
    host.run('ip', 'address', 'add', address, 'dev', 'wire')
    for (const link of ['lo', 'wire']) host.run('ip', 'link', 'set', link, 'up')
  }
  return {
    server,
    client,
    [Symbol.asyncDispose]: async () => {
      for (const holder of holders.toReversed()) if (holder.kill('SIGKILL')) await once(holder, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

function enter(pid: number, folder: string): Host & { readonly pid: number; readonly flags: readonly string[] } {
  const flags = [`--target=${pid}`, '--net', ...(own.length === 0 ? [] : ['--user', '--preserve-credentials'])]
  return {
    pid,
    flags,
    start: (command, args, options = {}) => spawn('nsenter', [...flags, command, ...args], options),
    run: (command, ...args) => void execFileSync('nsenter', [...flags, command, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }),
    wrap: (command) => {
      const file = join(folder, `run-${pid}`)
      writeFileSync(file, `#!/bin/sh\nexec nsenter ${flags.join(' ')} '${command}' "$@"\n`)
      chmodSync(file, 0o700)
      return file
    },
  }
}
