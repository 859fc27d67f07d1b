import { clock } from '../data/clock.ts'
import { useValue } from '../data/observable.ts'
import { useSandboxNow } from '../data/use-sandbox-now.ts'
import { formatTime } from './age.ts'

/** Clock of the sandbox in the header. */
export function ClockReading() {
  const reading = useValue(clock)
  const timestamp = new Date(useSandboxNow()).toISOString()
  if (!reading) return null
  return (
    <a class="clock" href="#/clock" title="Sandbox clock (UTC)">
      <time dateTime={timestamp}>{formatTime(timestamp)}</time>
      {reading.frozen && ' · frozen'}
    </a>
  )
}
