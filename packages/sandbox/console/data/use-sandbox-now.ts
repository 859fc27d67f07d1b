import { useEffect, useState } from 'preact/hooks'
import { clock, sandboxNow } from './clock.ts'
import { useValue } from './observable.ts'

/** Time of the sandbox in milliseconds, updated every second. */
export function useSandboxNow(): number {
  useValue(clock)
  const [, tick] = useState({})
  useEffect(() => {
    const timer = setInterval(() => tick({}), 1000)
    return () => clearInterval(timer)
  }, [])
  return sandboxNow()
}
