/** Runs a program to its end without blocking. Imports no installed package. */
import { execFile } from 'node:child_process'

export interface ProgramResult {
  /** Exit code; null if the program could not be started or was stopped. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProgramOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Limit for programs that hang. Slow scripts that build, pack and install stay far below it. */
const maxMilliseconds = 3_600_000

/** Runs a program. Uses a shell for npm on Windows, where it is a script. */
export function runProgram(command: string, args: readonly string[], { cwd, env }: ProgramOptions = {}): Promise<ProgramResult> {
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

/** Returns the output of a failed program, or undefined if it succeeded. */
export function describeFailure({ status, stdout, stderr }: ProgramResult): string | undefined {
  return status === 0 ? undefined : `${stdout}${stderr}`.trim().slice(-3000) || `exited with code ${status}`
}
