/** Child process with the terminal, input and output of this process. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import { describeSystemError } from '../describe-system-error.ts'

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Exit codes of a shell for a command that it cannot run. */
const notFound = 127
const notRunnable = 126

/** @returns the exit code as a shell has it: 128 plus the signal number after a signal, 127 or 126 if the command cannot run */
export function runChild(file: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: environment, stdio: 'inherit' })
    const forward = (signal: NodeJS.Signals) => {
      // The terminal sends Ctrl+C to the child as well, and some tools stop at once after a second signal.
      if (signal === 'SIGINT' && hasTerminal()) return
      child.kill(signal)
    }
    for (const signal of forwardedSignals) process.on(signal, forward)
    const finish = (code: number) => {
      for (const signal of forwardedSignals) process.off(signal, forward)
      resolve(code)
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      const { code } = error
      console.error(
        `spindrift-sandbox: ${code === 'ENOENT' ? `command ${JSON.stringify(file)} not found` : `command ${JSON.stringify(file)} cannot run (${describeSystemError(error)})`}.`,
      )
      finish(code === 'ENOENT' ? notFound : notRunnable)
    })
    child.once('exit', (code, signal) => finish(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  })
}

function hasTerminal(): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
