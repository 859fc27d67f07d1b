/** Requests a second as the load generator `wrk` counts them. */
import { spawnSync } from 'node:child_process'
import type { LoadPlan } from './run-load.ts'

/** @returns undefined where `wrk` is not installed */
export function measureWithWrk({ port, connections, seconds, head }: LoadPlan): number | undefined {
  const [line = '', ...headers] = head
  const url = `http://127.0.0.1:${port}${line.split(' ')[1]}`
  // It says the host itself, and a request must not say it twice.
  const own = headers.filter((header) => !header.startsWith('host:'))
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, ...own.flatMap((header) => ['-H', header])]
  // The servers are processes of their own, so waiting here keeps nobody waiting.
  const { stdout, error } = spawnSync('wrk', [...flags, url], { encoding: 'utf8' })
  if (error) return undefined
  const [, perSecond] = /Requests\/sec: +([\d.]+)/.exec(stdout) ?? []
  if (perSecond === undefined || stdout.includes('Non-2xx')) throw new Error(`wrk says of ${url}:\n${stdout}`)
  return Math.round(Number(perSecond))
}
