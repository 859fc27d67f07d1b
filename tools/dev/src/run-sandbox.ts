/** The sandbox, run from its sources with a state that outlives a restart. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export class RunningSandbox {
  readonly #args: readonly string[]
  readonly #folder: string
  #child: ChildProcess | undefined

  constructor(folder: string, args: readonly string[]) {
    this.#folder = folder
    this.#args = args
  }

  /** Ends the one that runs and starts another. @returns whether it answers */
  async restart(show: boolean): Promise<boolean> {
    await this.stop()
    const child = spawn(process.execPath, ['packages/sandbox/src/main.ts', 'start', ...this.#args], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    return new Promise((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (show) process.stdout.write(chunk)
        if (chunk.includes('answers at')) resolve(true)
      })
      child.once('close', () => resolve(false))
    })
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}
