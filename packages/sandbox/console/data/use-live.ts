import { useEffect } from 'preact/hooks'
import { listen } from './live.ts'

/** Calls `callback` after events of the topics, at most once per `milliseconds`. */
export function useLive(topics: readonly string[], callback: () => void, milliseconds = 250): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        callback()
      }, milliseconds)
    }
    const stops = topics.map((topic) => listen(topic, schedule))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [callback, topics.join(), milliseconds])
}
