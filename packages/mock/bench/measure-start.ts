/** Time from starting a program to its first 200. `pnpm bench mock-start` compares Prism's command with our launcher. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface StartCommand {
  /** Program to start. Default: this Node. */
  readonly command?: string
  readonly args: readonly string[]
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** Returns the milliseconds until the first 200, polled every 5 ms, then stops the program. */
export async function measureStart({ command = process.execPath, args, url, headers = {}, env = {} }: StartCommand): Promise<number> {
  const begin = performance.now()
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    while (performance.now() - begin < 60_000 && child.exitCode === null) {
      const response = await fetch(url, { headers }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.status === 200) return performance.now() - begin
      await sleep(5)
    }
    throw new Error(`${command} ${args.join(' ')} did not answer ${url} with 200. Run it by hand to see why.`)
  } finally {
    child.kill()
    await exit
  }
}

/** Returns the two commands that start the mock. */
export function mockStarts(port = 4911): { prism: StartCommand; launcher: StartCommand } {
  const inPackage = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
  const request = (at: number) => ({ url: `http://127.0.0.1:${at}/v2/volumes`, headers: { authorization: 'Bearer any-token' } })
  return {
    prism: {
      args: [prism, 'mock', inPackage('dist/generated/openapi.json'), '--port', String(port), '--multiprocess=false'],
      ...request(port),
    },
    launcher: { args: [inPackage('dist/main.js'), 'start', '--port', String(port + 1)], ...request(port + 1) },
  }
}
