import { useEffect, useState } from 'preact/hooks'
import { clock, sandboxNow } from '../data/clock.ts'
import { useValue } from '../data/observable.ts'

/** The sandbox's time, in the top line of every view. */
export function ClockReading() {
  const read = useValue(clock)
  const [, tick] = useState({})
  useEffect(() => {
    const timer = setInterval(() => tick({}), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!read) return null
  const stamp = new Date(sandboxNow()).toISOString()
  return (
    <a class="clock" href="#/clock">
      <time dateTime={stamp}>{`${stamp.slice(0, 10)} ${stamp.slice(11, 19)}`}</time>
      {read.frozen && ' · frozen'}
    </a>
  )
}
