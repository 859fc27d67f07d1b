/** Runs a program to its end, beside others. It imports nothing that has to be installed. */
import { execFile } from 'node:child_process'

export interface Ended {
  /** None where it was not even started, or was stopped. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Surroundings {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Against what hangs, not what is slow: a script of a workflow builds, packs and installs. */
const maxMilliseconds = 3_600_000

/** On Windows, npm is no program but a script of the shell. */
export function runProgram(command: string, args: readonly string[], { cwd, env }: Surroundings = {}): Promise<Ended> {
  const shell = process.platform === 'win32' && command === 'npm'
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout: maxMilliseconds, maxBuffer: 1e8, shell } as const
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ status, stdout, stderr: status === null ? `${error?.message ?? ''}\n${stderr}` : stderr })
    })
    child.stdin?.end()
  })
}

/** What it said, if it did not end well. */
export function explain({ status, stdout, stderr }: Ended): string | undefined {
  return status === 0 ? undefined : `${stdout}${stderr}`.trim().slice(-3000) || `ended with ${status}`
}
