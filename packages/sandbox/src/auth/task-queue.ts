/** Runs asynchronous tasks in order, a limited number at a time. */
export interface TaskQueue {
  /** Returns undefined if too many tasks wait. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T> | undefined
}

export function createTaskQueue({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }): TaskQueue {
  let running = 0
  const queue: (() => void)[] = []
  const start = async <T>(task: () => Promise<T>): Promise<T> => {
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
  return {
    run: (task) => {
      if (running < maxRunning) return start(task)
      if (queue.length >= maxWaiting) return undefined
      return new Promise((resolve, reject) => queue.push(() => void start(task).then(resolve, reject)))
    },
  }
}
