/** Starts a server in a process of its own and ends it. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@spindrift/testing/find-free-port'
import { root } from './consumer-project.ts'

export interface Served extends AsyncDisposable {
  readonly port: number
  readonly pid: number
  /** What its requests show; the bare server does not look at it. */
  readonly token: string
}

export const sandboxProgram = join(root, 'packages/sandbox/dist/main.js')
export const mockProgram = join(root, 'packages/mock/dist/main.js')

/** As it is published, with everything on; limits are counted and told, but refuse nothing, or nothing could be measured. */
export function sandboxArguments(port: number, state: string): string[] {
  return [sandboxProgram, 'start', '--port', String(port), '--state', state, '--seed', '7', '--world', 'empty', '--rate-limits', 'report']
}

export async function serveSandbox(state: string, flags: readonly string[] = []): Promise<Served> {
  const port = await findFreePort()
  const served = await serve([...sandboxArguments(port, state), ...flags], port, '/_sandbox/info')
  const info = (await (await fetch(`http://127.0.0.1:${port}/_sandbox/info`)).json()) as { readonly tokens: { readonly full: string } }
  return { ...served, token: info.tokens.full }
}

export async function servePrism(): Promise<Served> {
  const port = await findFreePort()
  return serve([mockProgram, 'start', '--port', String(port)], port, '/v2/volumes')
}

/** @param body what it answers with */
export async function serveBare(body: string, status = 200): Promise<Served> {
  const port = await findFreePort()
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  return serve([program, Buffer.from(body).toString('base64'), String(status), String(port)], port, '/')
}

async function serve(args: readonly string[], port: number, path: string): Promise<Served> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  // A bench that fails leaves nothing behind.
  const kill = () => void child.kill()
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve).kill())
  }
  // A replica of 10,000 accounts takes a minute on a busy machine; one that fails ends, and is not waited for.
  const until = performance.now() + 300_000
  while (child.exitCode === null && performance.now() < until) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: 'Bearer any' } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok && child.pid !== undefined) return { port, pid: child.pid, token: 'any', [Symbol.asyncDispose]: stop }
    await sleep(5)
  }
  await stop()
  throw new Error(`node ${args.join(' ')} does not answer. Run it by hand to see why.`)
}

/** For state files; gone with its user. */
export function createStateFolder(): Disposable & { readonly file: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-state-'))
  return { file: (name) => join(folder, name), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

export function requireBuilt(...programs: readonly string[]): void {
  for (const program of programs) if (!existsSync(program)) throw new Error(`${program.slice(root.length)} is not there. Run: pnpm build`)
}
