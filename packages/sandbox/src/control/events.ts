/**
 * Events of this process, streamed at `/_sandbox/events`. A client chooses the topics. A client that is too slow misses the oldest events, and
 * gets their number.
 */

export type Topic = 'actions' | 'failures' | 'changes' | 'requests' | 'jobs' | 'clock' | 'faults'

interface Event {
  readonly topic: Topic
  readonly name: string
  readonly data: unknown
}

export interface Events {
  /** True if a client listens to the topic; otherwise the caller need not create the event. */
  readonly hasSubscribers: (topic: Topic) => boolean
  /** Keeps an event until the transaction ends with `flush` or `discard`. */
  readonly publish: (topic: Topic, name: string, data: unknown) => void
  readonly flush: () => void
  readonly discard: () => void
  /** Keeps flushed events until `release` sends them, or `undo` discards them. */
  readonly hold: () => void
  readonly release: () => void
  readonly undo: () => void
  /** Streams server-sent events until the client disconnects. */
  readonly stream: (topics: readonly Topic[]) => AsyncIterable<string>
}

interface Listener {
  readonly topics: ReadonlySet<Topic>
  readonly pendingMessages: string[]
  lostEvents: number
  wake: () => void
}

/**
 * @param runPendingJobs runs the jobs that are due, and returns the milliseconds until the next one. The sandbox has no timers of its own, so
 * without it a client would get the end of an action only with the next request.
 */
export function createEvents(runPendingJobs: () => number): Events {
  let published: Event[] = []
  let flushedEvents: Event[] = []
  let isHolding = false
  let last = 0
  const listeners = new Set<Listener>()
  const send = () => {
    for (const { topic, name, data } of flushedEvents) {
      if (!isWanted(topic, listeners)) continue
      const text = formatEvent(name, data, (last += 1))
      for (const listener of listeners) if (listener.topics.has(topic)) addEvent(listener, text)
    }
    flushedEvents = []
  }
  return {
    hasSubscribers: (topic) => isWanted(topic, listeners),
    publish: (topic, name, data) => {
      if (listeners.size > 0) published.push({ topic, name, data })
    },
    flush: () => {
      if (published.length === 0) return
      flushedEvents.push(...published)
      published = []
      if (!isHolding) send()
    },
    discard: () => {
      published = []
    },
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      send()
    },
    undo: () => {
      isHolding = false
      published = []
      flushedEvents = []
    },
    stream: (topics) =>
      streamEvents({ topics: new Set(topics), pendingMessages: [], lostEvents: 0, wake: () => {} }, listeners, runPendingJobs),
  }
}

function isWanted(topic: Topic, listeners: ReadonlySet<Listener>): boolean {
  for (const { topics } of listeners) if (topics.has(topic)) return true
  return false
}

function formatEvent(name: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

const maxWaiting = 1000

function addEvent(listener: Listener, text: string): void {
  if (listener.pendingMessages.length === maxWaiting) {
    listener.pendingMessages.shift()
    listener.lostEvents += 1
  }
  listener.pendingMessages.push(text)
  listener.wake()
}

/** The clock can be moved meanwhile, and with it the time of the next job. */
const maxWaitMs = 1000
/** Waits without an event before a comment is sent, so that no proxy closes the connection. */
const maxQuietWaits = 15

async function* streamEvents(listener: Listener, listeners: Set<Listener>, runPendingJobs: () => number): AsyncGenerator<string> {
  const { pendingMessages } = listener
  listeners.add(listener)
  try {
    yield ': listening\n\n'
    for (let quiet = 0; ; quiet += 1) {
      const left = Math.min(runPendingJobs(), maxWaitMs)
      if (pendingMessages.length === 0) await waitFor(left, (resolve) => (listener.wake = resolve))
      if (pendingMessages.length === 0 && quiet < maxQuietWaits) continue
      yield formatWaiting(listener)
      quiet = 0
    }
  } finally {
    listeners.delete(listener)
  }
}

function formatWaiting(listener: Listener): string {
  const texts = listener.pendingMessages.splice(0)
  if (listener.lostEvents > 0) texts.unshift(formatEvent('lost', { count: listener.lostEvents }))
  listener.lostEvents = 0
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
