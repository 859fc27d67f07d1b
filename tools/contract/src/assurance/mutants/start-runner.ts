/** A `mutant-program.ts` that is started when it is needed, and again after it had to be killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Result, Task } from './mutant-program.ts'

export interface Runner {
  /** `undefined` when it took longer, or ended without an answer. */
  readonly run: (task: Task, milliseconds: number) => Promise<Result | undefined>
  readonly close: () => void
}

/** @param project a folder with a `vitest.config.ts` @param reachedFile where it notes which functions ran; nowhere without it */
export function startRunner(project: string, reachedFile?: string): Runner {
  let child: ChildProcess | undefined
  const open = async (): Promise<ChildProcess> => {
    const program = fileURLToPath(new URL('mutant-program.ts', import.meta.url))
    // A group of its own, so that the workers, and what tests have started, end with it.
    const started = fork(program, [project, ...(reachedFile === undefined ? [] : [reachedFile])], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      cwd: project,
      env: { ...process.env, NODE_ENV: 'test' },
    })
    await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(() => Promise.reject(new Error(`The tests of ${project} cannot be run: ${program} ended at once.`))),
    ])
    return started
  }
  const close = () => {
    if (child?.pid !== undefined) {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone already.
      }
    }
    child = undefined
  }
  return {
    run: async (task, milliseconds) => {
      child ??= await open()
      const own = child
      const end = new AbortController()
      const wait = async (event: string) => (await once(own, event, { signal: end.signal })) as readonly unknown[]
      const timer = setTimeout(() => end.abort(), milliseconds)
      own.send(task)
      try {
        const answered = await Promise.race([wait('message'), wait('exit').then(() => [])])
        if (answered[0] === undefined) close()
        return answered[0] as Result | undefined
      } catch {
        close()
        return undefined
      } finally {
        clearTimeout(timer)
        end.abort()
      }
    },
    close,
  }
}
