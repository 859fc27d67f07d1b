/**
 * How long from starting a program to its first 200. Run it to compare Prism's own command with our launcher, side by side in one run:
 * `node packages/mock/bench/measure-start.ts [rounds]` (after `pnpm build`). tools/bench imports the two functions.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Start {
  /** This Node, unless another program is named. */
  readonly command?: string
  readonly args: readonly string[]
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** Milliseconds until the first 200, polled every 5 ms. The program is ended afterwards. */
export async function measureStart({ command = process.execPath, args, url, headers = {}, env = {} }: Start): Promise<number> {
  const begin = performance.now()
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
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
    await ended
  }
}

/** Medians of `rounds` starts of each, in turn, so that a busy machine slows both alike. */
export async function compareStarts(
  first: Start,
  second: Start,
  rounds: number,
): Promise<{ first: number; second: number; ratio: number }> {
  const times: { first: number[]; second: number[] } = { first: [], second: [] }
  for (let round = 0; round < rounds; round++) {
    times.first.push(await measureStart(first))
    times.second.push(await measureStart(second))
  }
  const [a, b] = [median(times.first), median(times.second)]
  return { first: a, second: b, ratio: b / a }
}

/** The two ways to start the mock. */
export function mockStarts(port = 4911): { prism: Start; launcher: Start } {
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

if (import.meta.main) {
  const { prism, launcher } = mockStarts()
  const { first, second, ratio } = await compareStarts(prism, launcher, Number(process.argv[2] ?? 5))
  console.log(`prism mock ${first.toFixed(0)} ms, spindrift-mock ${second.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`)
}
