/** A command as a child that has this process's terminal, input and output. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** As shells have it. */
const notFound = 127
const notRunnable = 126

/** @returns its exit code, 128 and the number of the signal that ended it, or what a shell has for a command that it cannot run */
export function runChild(file: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: environment, stdio: 'inherit' })
    const passOn = (signal: NodeJS.Signals) => {
      // From the terminal, it has reached the child as well; tools end at once when they are told twice.
      if (signal === 'SIGINT' && hasTerminal()) return
      child.kill(signal)
    }
    for (const signal of passedOn) process.on(signal, passOn)
    const finish = (code: number) => {
      for (const signal of passedOn) process.off(signal, passOn)
      resolve(code)
    }
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      console.error(`spindrift-sandbox: ${code === 'ENOENT' ? `there is no command ${JSON.stringify(file)} here` : message}.`)
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
