/** How long a stop waits: for what is being sent and answered a moment, for a database that goes on answering longer. */

export interface StopTimer {
  /** Whether whatever is still open is to be cut now. */
  readonly isExpired: (unanswered: number) => boolean
}

/** Milliseconds in which nothing has come. A stream that goes on for ever is cut then, too. */
const maxIdleMs = 1000
/** And whatever comes meanwhile. */
const maxTotalMs = 15_000
const probeIntervalMs = 100

/**
 * A write that a database is about to confirm is not to be left in doubt, and one that does not answer is not to keep a process from ending.
 * Slow and gone are told apart by asking it something small.
 *
 * @param probe answers when what the answers wait for does; undefined when they wait for nothing
 */
export function createStopTimer(probe?: () => Promise<unknown>, now: () => number = () => performance.now()): StopTimer {
  const stoppedAt = now()
  let lastResponseAt = stoppedAt
  let lastProbeAt = -Infinity
  let isProbing = false
  const sendProbe = (send: () => Promise<unknown>) => {
    if (isProbing || now() - lastProbeAt < probeIntervalMs) return
    isProbing = true
    lastProbeAt = now()
    const recordResponse = () => {
      lastResponseAt = now()
    }
    const end = () => {
      isProbing = false
    }
    // One that refuses to be asked is as good as silent.
    send().then(recordResponse).then(end, end)
  }
  return {
    isExpired: (unanswered) => {
      if (unanswered > 0 && probe) sendProbe(probe)
      const since = unanswered > 0 ? lastResponseAt : stoppedAt
      return now() - since > maxIdleMs || now() - stoppedAt > maxTotalMs
    },
  }
}
