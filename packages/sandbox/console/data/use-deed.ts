import { useState } from 'preact/hooks'

/** Something that a click starts: whether it is under way, and why it failed. */
export function useDeed(): {
  readonly run: (deed: () => Promise<unknown>) => void
  readonly isBusy: boolean
  readonly error: Error | undefined
} {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: Error }>({ isBusy: false })
  const run = (deed: () => Promise<unknown>) => {
    setState({ isBusy: true })
    deed().then(
      () => setState({ isBusy: false }),
      (error: unknown) => setState({ isBusy: false, error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }
  return { run, isBusy: state.isBusy, error: state.error }
}
