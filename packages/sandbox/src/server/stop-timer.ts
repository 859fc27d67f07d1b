/** Limits the time that a stop waits for open requests. */

export interface StopTimer {
  /** Returns true when the remaining connections must be closed. */
  readonly isExpired: (pendingCount: number) => boolean
}

/** Longest time without a response. An endless stream is closed after it too. */
const maxIdleMs = 1000
/** Longest time in total. */
const maxTotalMs = 15_000
const probeIntervalMs = 100

/**
 * Waits longer for a slow database, so that a pending write is confirmed, but not for one that has stopped responding. A small query
 * shows the difference.
 *
 * @param probe sends a small query to the database that responses wait for; undefined without one
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
    // A failed probe counts as no response.
    send().then(recordResponse).then(end, end)
  }
  return {
    isExpired: (pendingCount) => {
      if (pendingCount > 0 && probe) sendProbe(probe)
      const since = pendingCount > 0 ? lastResponseAt : stoppedAt
      return now() - since > maxIdleMs || now() - stoppedAt > maxTotalMs
    },
  }
}
