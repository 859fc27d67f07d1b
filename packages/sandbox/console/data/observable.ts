/** Observable value. */
import { useEffect, useState } from 'preact/hooks'

export interface Observable<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function observe<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useValue<T>(observable: Observable<T>): T {
  const [, render] = useState({})
  const value = observable.get()
  useEffect(() => {
    // The value can change before this effect runs.
    if (observable.get() !== value) render({})
    return observable.subscribe(() => render({}))
  }, [observable])
  return value
}
