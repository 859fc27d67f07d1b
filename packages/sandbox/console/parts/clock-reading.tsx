import { useEffect, useState } from 'preact/hooks'
import { clock, sandboxNow } from '../data/clock.ts'
import { useValue } from '../data/observable.ts'

/** Clock of the sandbox in the header. */
export function ClockReading() {
  const reading = useValue(clock)
  const [, tick] = useState({})
  useEffect(() => {
    const timer = setInterval(() => tick({}), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!reading) return null
  const stamp = new Date(sandboxNow()).toISOString()
  return (
    <a class="clock" href="#/clock" title="Sandbox clock (UTC)">
      <time dateTime={stamp}>{`${stamp.slice(0, 10)} ${stamp.slice(11, 19)}`}</time>
      {reading.frozen && ' · frozen'}
    </a>
  )
}
