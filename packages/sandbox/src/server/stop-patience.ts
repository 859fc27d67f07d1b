/** How long a stop waits: for what is being sent and answered a moment, for a database that goes on answering longer. */

export interface StopPatience {
  /** Whether whatever is still open is to be cut now. */
  readonly isOver: (unanswered: number) => boolean
}

/** Milliseconds in which nothing has come. A stream that goes on for ever is cut then, too. */
const maxIdleMs = 1000
/** And whatever comes meanwhile. */
const maxTotalMs = 15_000
const pause = 100

/**
 * A write that a database is about to confirm is not to be left in doubt, and one that does not answer is not to keep a process from ending.
 * Slow and gone are told apart by asking it something small.
 *
 * @param probe answers when what the answers wait for does; undefined when they wait for nothing
 */
export function createStopPatience(probe?: () => Promise<unknown>, now: () => number = () => performance.now()): StopPatience {
  const told = now()
  let heard = told
  let asked = -Infinity
  let isAsking = false
  const ask = (question: () => Promise<unknown>) => {
    if (isAsking || now() - asked < pause) return
    isAsking = true
    asked = now()
    const hear = () => {
      heard = now()
    }
    const end = () => {
      isAsking = false
    }
    // One that refuses to be asked is as good as silent.
    question().then(hear).then(end, end)
  }
  return {
    isOver: (unanswered) => {
      if (unanswered > 0 && probe) ask(probe)
      const since = unanswered > 0 ? heard : told
      return now() - since > maxIdleMs || now() - told > maxTotalMs
    },
  }
}
