/** Runs a program to its end and measures its time. */
import { execFile } from 'node:child_process'

export interface ChildRun {
  readonly ms: number
  readonly stdout: string
}

export interface ChildOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export function runChild(command: string, args: readonly string[], { cwd, env }: ChildOptions = {}): Promise<ChildRun> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const ms = performance.now() - started
      if (!error) resolve({ ms, stdout })
      else
        reject(new Error(`${[command, ...args].join(' ')} failed: ${error.message}\n${(stderr + stdout).slice(-3000)}`, { cause: error }))
    })
  })
}
