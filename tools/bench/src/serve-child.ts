/** Starts servers in separate processes, and stops them. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { root } from './consumer-project.ts'

export interface ServerProcess extends AsyncDisposable {
  readonly port: number
  readonly pid: number
  /** Bearer token for requests; the bare server ignores it. */
  readonly token: string
}

export const sandboxProgram = join(root, 'packages/sandbox/dist/main.js')
export const mockProgram = join(root, 'packages/mock/dist/main.js')

/** Default settings, except that rate limits are only reported: they would reject the load. */
export function sandboxArguments(port: number, state: string): string[] {
  return [sandboxProgram, 'start', '--port', String(port), '--state', state, '--seed', '7', '--world', 'empty', '--rate-limits', 'report']
}

export async function serveSandbox(state: string, flags: readonly string[] = []): Promise<ServerProcess> {
  const port = await findFreePort()
  const server = await startServer([...sandboxArguments(port, state), ...flags], port, '/_sandbox/info')
  const info = (await (await fetch(`http://127.0.0.1:${port}/_sandbox/info`)).json()) as { readonly tokens: { readonly full: string } }
  return { ...server, token: info.tokens.full }
}

export async function servePrism(): Promise<ServerProcess> {
  const port = await findFreePort()
  return startServer([mockProgram, 'start', '--port', String(port)], port, '/v2/volumes')
}

/** @param body of every response */
export async function serveBare(body: string, status = 200): Promise<ServerProcess> {
  const port = await findFreePort()
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  return startServer([program, Buffer.from(body).toString('base64'), String(status), String(port)], port, '/')
}

/** Serves the files of a folder, without checks. */
export async function serveFiles(folder: string): Promise<ServerProcess> {
  const port = await findFreePort()
  const program = fileURLToPath(new URL('file-server.ts', import.meta.url))
  return startServer([program, folder, String(port)], port, '/')
}

async function startServer(args: readonly string[], port: number, path: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  // Stops the server when a benchmark fails.
  const kill = () => void child.kill()
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve).kill())
  }
  // A replica with 10,000 accounts needs a minute on a busy machine. The loop ends early when the process exits.
  const until = performance.now() + 300_000
  while (child.exitCode === null && performance.now() < until) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: 'Bearer any' } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok && child.pid !== undefined) return { port, pid: child.pid, token: 'any', [Symbol.asyncDispose]: stop }
    await sleep(5)
  }
  await stop()
  throw new Error(`node ${args.join(' ')} did not become ready. Run it yourself to see the reason.`)
}

/** Creates a temporary folder for state files. */
export function createStateFolder(): Disposable & { readonly file: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-state-'))
  return { file: (name) => join(folder, name), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

export function requireBuiltPrograms(...programs: readonly string[]): void {
  for (const program of programs) if (!existsSync(program)) throw new Error(`${program.slice(root.length)} is missing. Run: pnpm build`)
}
