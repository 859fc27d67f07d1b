import { useEffect } from 'preact/hooks'
import { calm, listen } from './live.ts'

/** Calls `tell` after one of the topics was told of, once for many that come together. */
export function useLive(topics: readonly string[], tell: () => void, milliseconds = 250): void {
  useEffect(() => {
    const calmly = calm(tell, milliseconds)
    const stops = topics.map((topic) => listen(topic, calmly))
    return () => {
      for (const stop of stops) stop()
    }
  }, [tell, topics.join(), milliseconds])
}
