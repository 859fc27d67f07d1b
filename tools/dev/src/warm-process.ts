/** A worker that is kept running, asked one thing after the other. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Generated } from './plan-work.ts'

export interface Question {
  readonly id: number
  readonly task: 'lint' | 'bundle' | 'generate' | 'publish' | 'reference'
  /** Documents, from the repository's folder. */
  readonly edited: readonly string[]
}

export type Answer = { readonly id: number } & ({ readonly written: readonly Generated[] } | { readonly error: string })

export class WarmProcess {
  #child: ChildProcess | undefined
  #asked = 0

  /** @returns which files were written; fails with what went wrong */
  async ask(task: Question['task'], edited: readonly string[]): Promise<readonly Generated[]> {
    const child = (this.#child ??= fork(fileURLToPath(new URL('warm-worker.ts', import.meta.url))))
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      const close = () => reject(new Error('It was ended.'))
      const hear = (answer: Answer) => {
        if (answer.id !== id) return
        child.off('message', hear).off('close', close)
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer.written)
      }
      child.on('message', hear).on('close', close)
      child.send({ id, task, edited } satisfies Question)
    })
  }

  /** The next question starts it anew, with the code as it is then. */
  stop(): void {
    this.#child?.kill('SIGTERM')
    this.#child = undefined
  }
}
