/** The sandbox, run from its sources with a state that outlives a restart. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export class RunningSandbox {
  readonly #state: string
  readonly #folder: string
  #port: string
  #child: ChildProcess | undefined

  /** @param port `0` for any that is free, which it keeps */
  constructor(folder: string, port: string, state: string) {
    this.#folder = folder
    this.#port = port
    this.#state = state
  }

  /** Ends the one that runs and starts another. @returns whether it answers */
  async restart(show: boolean): Promise<boolean> {
    await this.stop()
    const args = ['packages/sandbox/src/main.ts', 'start', '--port', this.#port, '--state', this.#state]
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    return new Promise((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (show) process.stdout.write(chunk)
        const [, port] = /answers at \S+:(\d+)/.exec(String(chunk)) ?? []
        if (port === undefined) return
        this.#port = port
        resolve(true)
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
