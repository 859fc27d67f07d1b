/** Server under test. */
import { readFileSync } from 'node:fs'
import { startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

export interface Target extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly isAlive: () => boolean
  /** Errors that it has printed so far. */
  readonly errorOutput: () => string
  /** Peak memory in megabytes; undefined where the system does not provide it. */
  readonly readMaxMemoryMb: () => number | undefined
}

/** Starts the built sandbox as a process. */
export async function startProcessTarget(seed: number): Promise<Target> {
  const { url, tokens, isAlive, errorOutput, processId, stop } = await startSandboxProcess({
    flags: ['--seed', String(seed), '--rate-limits', 'off'],
  })
  return {
    url,
    token: tokens.full,
    isAlive,
    errorOutput,
    readMaxMemoryMb: () => readPeakMemoryMb(processId),
    [Symbol.asyncDispose]: async () => void (await stop('SIGTERM')),
  }
}

function readPeakMemoryMb(processId: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
