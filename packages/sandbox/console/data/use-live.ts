import { useEffect } from 'preact/hooks'
import { listen, throttle } from './live.ts'

/** Calls `callback` after events of the topics, throttled. */
export function useLive(topics: readonly string[], callback: () => void, milliseconds = 250): void {
  useEffect(() => {
    const listener = throttle(callback, milliseconds)
    const stops = topics.map((topic) => listen(topic, listener))
    return () => {
      for (const stop of stops) stop()
    }
  }, [callback, topics.join(), milliseconds])
}
