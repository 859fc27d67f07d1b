/**
 * What happens in the sandbox, for whoever listens at `/_sandbox/events`: one stream, of the topics that its reader asks for. A reader who is too
 * slow loses what is oldest, and is told how much.
 */

export type Topic = 'actions' | 'failures' | 'changes' | 'requests' | 'dues' | 'clock' | 'faults'

interface Event {
  readonly topic: Topic
  readonly name: string
  readonly data: unknown
}

export interface Events {
  /** Whether anybody listens to it: what nobody does need not be made. */
  readonly wants: (topic: Topic) => boolean
  /** Held back until the transaction it is part of has ended well. */
  readonly publish: (topic: Topic, name: string, data: unknown) => void
  readonly flush: () => void
  readonly discard: () => void
  /** From now on what is flushed waits to be released, or is forgotten when what it tells of is undone. */
  readonly hold: () => void
  readonly release: () => void
  readonly undo: () => void
  /** Server-sent events, until the reader leaves. */
  readonly stream: (wanted: readonly Topic[]) => AsyncIterable<string>
}

interface Listener {
  readonly wanted: ReadonlySet<Topic>
  readonly waiting: string[]
  lost: number
  wake: () => void
}

/**
 * @param catchUp does what has fallen due, and tells how many milliseconds are left until the next. Nothing in the sandbox has a
 * timer; a listener would otherwise learn of the end of an action only with the next request.
 */
export function createEvents(catchUp: () => number): Events {
  let held: Event[] = []
  let flushed: Event[] = []
  let isHolding = false
  let last = 0
  const listeners = new Set<Listener>()
  const wants = (topic: Topic) => {
    for (const { wanted } of listeners) if (wanted.has(topic)) return true
    return false
  }
  const tellAll = () => {
    for (const { topic, name, data } of flushed) {
      if (!wants(topic)) continue
      const text = writeEvent(name, data, (last += 1))
      for (const listener of listeners) if (listener.wanted.has(topic)) tell(listener, text)
    }
    flushed = []
  }
  return {
    wants,
    publish: (topic, name, data) => {
      if (listeners.size > 0) held.push({ topic, name, data })
    },
    flush: () => {
      if (held.length === 0) return
      flushed.push(...held)
      held = []
      if (!isHolding) tellAll()
    },
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      tellAll()
    },
    undo: () => {
      isHolding = false
      held = []
      flushed = []
    },
    discard: () => {
      held = []
    },
    stream: (wanted) => listen({ wanted: new Set(wanted), waiting: [], lost: 0, wake: () => {} }, listeners, catchUp),
  }
}

function writeEvent(name: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** How many wait for one reader. */
const mostWaiting = 1000

function tell(listener: Listener, text: string): void {
  if (listener.waiting.length === mostWaiting) {
    listener.waiting.shift()
    listener.lost += 1
  }
  listener.waiting.push(text)
  listener.wake()
}

/** The clock can be moved meanwhile, and what falls due with it. */
const longestWait = 1000
/** How many waits until a sign of life, so that neither side takes the other for gone. */
const mostQuietWaits = 15

async function* listen(listener: Listener, listeners: Set<Listener>, catchUp: () => number): AsyncGenerator<string> {
  const { waiting } = listener
  listeners.add(listener)
  try {
    yield ': listening\n\n'
    for (let quiet = 0; ; quiet += 1) {
      const left = Math.min(catchUp(), longestWait)
      if (waiting.length === 0) await waitFor(left, (resolve) => (listener.wake = resolve))
      if (waiting.length === 0 && quiet < mostQuietWaits) continue
      yield takeAll(listener)
      quiet = 0
    }
  } finally {
    listeners.delete(listener)
  }
}

function takeAll(listener: Listener): string {
  const texts = listener.waiting.splice(0)
  if (listener.lost > 0) texts.unshift(writeEvent('lost', { count: listener.lost }))
  listener.lost = 0
  return texts.length > 0 ? texts.join('') : ':\n\n'
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
