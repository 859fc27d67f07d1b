/** When to look again: after the interval, later when few requests are left, sooner when a sandbox says that something has happened. */
import { type RateLimit, readRateLimit } from '../rate-limit.ts'
import type { Send } from '../transport.ts'
import { createListener } from './listen.ts'
import type { WatchOptions } from './watch-options.ts'

export interface Pace {
  /** The client's own, seen through. */
  readonly send: Send
  /** Until the next look. @throws the signal's reason */
  readonly wait: () => Promise<void>
  readonly close: () => void
}

/** However short a pause is asked for: the platform counts every look. */
const leastPauseMs = 100
/** From a look to one that a sandbox asks for. */
const leastGapMs = 1000
const hourMs = 3_600_000
/** For each request of a look, however few are left. */
const mostPauseMs = 60_000

export function createPace(client: Send, { signal, intervalMs = 5000 }: WatchOptions): Pace {
  const { clock, read } = client
  const listener = createListener(client)
  let requests = 0
  let limit: RateLimit | undefined
  let isHere = false
  const send = async (...given: Parameters<Send>) => {
    requests += 1
    const answer = await client(...given)
    limit = readRateLimit(answer.response.headers) ?? limit
    isHere = isThisMachine(answer.url)
    return answer
  }
  /** When half of the limit is used up, what is left has to last for an hour. */
  const spread = () =>
    limit && limit.remaining < limit.limit / 2 ? requests * Math.min(mostPauseMs, hourMs / Math.max(limit.remaining, 1)) : 0

  return {
    send: Object.assign(send, { clock, read }),
    wait: async () => {
      const began = clock.now()
      const least = spread()
      requests = 0
      if (isHere) listener.open()
      const rest = new AbortController()
      const pause = Math.max(intervalMs > leastPauseMs ? intervalMs : leastPauseMs, least)
      const either = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
      const isNews = await Promise.race([clock.sleep(pause, either).then(() => false), listener.news().then(() => true)])
      rest.abort()
      const left = Math.max(leastGapMs, least) - (clock.now() - began)
      if (isNews && left > 0) await clock.sleep(left, signal)
      listener.forget()
    },
    close: listener.close,
  }
}

/** The platform is never here, so it is never asked for what only a sandbox has. */
function isThisMachine(url: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)/.test(url)
}
