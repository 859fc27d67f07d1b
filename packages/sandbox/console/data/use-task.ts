import { useState } from 'preact/hooks'

/** Asynchronous task of a user action, with its progress and error. */
export function useTask(): {
  readonly run: (task: () => Promise<unknown>) => void
  readonly isBusy: boolean
  readonly error: Error | undefined
} {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: Error }>({ isBusy: false })
  const run = (task: () => Promise<unknown>) => {
    setState({ isBusy: true })
    task().then(
      () => setState({ isBusy: false }),
      (error: unknown) => setState({ isBusy: false, error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }
  return { run, isBusy: state.isBusy, error: state.error }
}
