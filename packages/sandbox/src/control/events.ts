/** What happens in the sandbox, for whoever listens at `/_sandbox/events`: actions as they start and end, what failed when it fell due, and that there is something to read again. */

export interface Event {
  readonly name: string
  readonly data: unknown
}

export interface Events {
  /** Held back until the transaction it is part of has ended well. */
  readonly publish: (name: string, data: unknown) => void
  readonly flush: () => void
  readonly discard: () => void
  /** Server-sent events, until the reader leaves. */
  readonly stream: () => AsyncIterable<string>
}

/**
 * @param catchUp does what has fallen due, and tells how many milliseconds are left until the next. Nothing in the sandbox has a
 * timer; a listener would otherwise learn of the end of an action only with the next request.
 */
export function createEvents(catchUp: () => number): Events {
  let held: Event[] = []
  let last = 0
  const listeners = new Set<(text: string) => void>()
  return {
    publish: (name, data) => {
      if (listeners.size > 0) held.push({ name, data })
    },
    flush: () => {
      if (held.length === 0) return
      const texts = held.map(({ name, data }) => `id: ${(last += 1)}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      held = []
      for (const listener of listeners) listener(texts.join(''))
    },
    discard: () => {
      held = []
    },
    stream: () => listen(listeners, catchUp),
  }
}

/** The clock can be moved meanwhile, and what falls due with it. */
const longestWait = 1000
/** How many waits until a sign of life, so that neither side takes the other for gone. */
const mostQuietWaits = 15

async function* listen(listeners: Set<(text: string) => void>, catchUp: () => number): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = () => {}
  const listener = (text: string) => {
    waiting.push(text)
    wake()
  }
  listeners.add(listener)
  try {
    yield ': listening\n\n'
    for (let quiet = 0; ; quiet += 1) {
      const left = Math.min(catchUp(), longestWait)
      if (waiting.length === 0) await waitFor(left, (resolve) => (wake = resolve))
      if (waiting.length === 0 && quiet < mostQuietWaits) continue
      yield waiting.length > 0 ? waiting.splice(0).join('') : ':\n\n'
      quiet = 0
    }
  } finally {
    listeners.delete(listener)
  }
}

function waitFor(milliseconds: number, onReady: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    timer.unref()
    onReady(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
