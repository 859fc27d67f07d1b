import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: Error | undefined
  readonly reload: () => void
}

/** Value of `load`, reloaded when `inputs` change. The latest call wins; the previous value stays until it completes. */
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
