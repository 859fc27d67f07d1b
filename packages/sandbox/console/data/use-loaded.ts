import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: Error | undefined
  readonly reload: () => void
}

/** What `load` gives, again when one of `inputs` changes or it is asked to; of several under way, the last counts. What was there stays until then. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: Error }>({})
  const latest = useRef(0)
  const reload = useCallback(() => {
    const own = (latest.current += 1)
    const finish = (next: { readonly value?: T; readonly error?: Error }) => {
      if (own === latest.current) setState(next)
    }
    load().then(
      (value) => finish({ value }),
      (error: unknown) => finish({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }, inputs)
  useEffect(() => {
    reload()
    return () => {
      latest.current += 1
    }
  }, [reload])
  return { value: state.value, error: state.error, reload }
}
