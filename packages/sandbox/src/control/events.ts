/**
 * What happens in the sandbox, for whoever listens at `/_sandbox/events`: one stream, of the topics that its reader asks for. A reader who is too
 * slow loses what is oldest, and is told how much.
 */

export type Topic = 'actions' | 'failures' | 'changes' | 'requests' | 'dues' | 'clock' | 'faults'

export interface Event {
  readonly topic: Topic
  readonly name: string
  readonly data: unknown
}

/** Those who listen to other replicas. */
export interface OtherListeners {
  readonly wants: (topic: Topic) => boolean
  readonly isAny: () => boolean
  /** They are told of what happens here, */
  readonly tell: (events: readonly Event[]) => void
  /** and tell of what these topics are about from now on. */
  readonly listen: (topics: readonly Topic[]) => Promise<void>
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
  /** What is held and others are to be told, which is left to whoever takes it. */
  readonly take: () => readonly Event[]
  /** What happened elsewhere. */
  readonly hear: (events: readonly Event[]) => void
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
export function createEvents(runPendingJobs: () => number, others?: OtherListeners): Events {
  let held: Event[] = []
  let flushed: Event[] = []
  let isHolding = false
  let isTaken = false
  let last = 0
  const listeners = new Set<Listener>()
  const wants = (topic: Topic) => isWanted(topic, listeners) || others?.wants(topic) === true
  const tellHere = (events: readonly Event[]) => {
    for (const { topic, name, data } of events) {
      if (!isWanted(topic, listeners)) continue
      const text = writeEvent(name, data, (last += 1))
      for (const listener of listeners) if (listener.wanted.has(topic)) tell(listener, text)
    }
  }
  const forOthers = () => (others ? flushed.filter(({ topic }) => others.wants(topic)) : [])
  const tellAll = () => {
    tellHere(flushed)
    const left = isTaken ? [] : forOthers()
    if (left.length > 0) others?.tell(left)
    flushed = []
    isTaken = false
  }
  const changeListeners = async () => others?.listen([...new Set([...listeners].flatMap(({ wanted }) => [...wanted]))])
  return {
    wants,
    publish: (topic, name, data) => {
      if (listeners.size > 0 || others?.isAny()) held.push({ topic, name, data })
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
      isTaken = false
    },
    discard: () => {
      held = []
    },
    take: () => {
      isTaken = true
      return forOthers()
    },
    hear: tellHere,
    stream: (wanted) =>
      listen({ wanted: new Set(wanted), waiting: [], lost: 0, wake: () => {} }, { listeners, runPendingJobs, changeListeners }),
  }
}

function isWanted(topic: Topic, listeners: ReadonlySet<Listener>): boolean {
  for (const { wanted } of listeners) if (wanted.has(topic)) return true
  return false
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

interface Around {
  readonly listeners: Set<Listener>
  readonly runPendingJobs: () => number
  readonly changeListeners: () => Promise<void>
}

async function* listen(listener: Listener, { listeners, runPendingJobs, changeListeners }: Around): AsyncGenerator<string> {
  const { waiting } = listener
  listeners.add(listener)
  try {
    await changeListeners()
    yield ': listening\n\n'
    for (let quiet = 0; ; quiet += 1) {
      const left = Math.min(runPendingJobs(), longestWait)
      if (waiting.length === 0) await waitFor(left, (resolve) => (listener.wake = resolve))
      if (waiting.length === 0 && quiet < mostQuietWaits) continue
      yield takeAll(listener)
      quiet = 0
    }
  } finally {
    listeners.delete(listener)
    void changeListeners()
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
