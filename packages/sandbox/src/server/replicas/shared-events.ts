/** Who listens to one replica hears of what happens on all of them: each says to the others what somebody there listens to. */
import type { Event, OtherListeners, Topic } from '../../control/events.ts'
import type { Peers } from './peers.ts'

interface Wanted {
  readonly topics: readonly Topic[]
  readonly until: number
}

/** Who listens says so again and again; who has gone away is no longer told after a while. */
const again = 20_000
const longest = 60_000

export interface SharedEvents extends OtherListeners {
  /** What is said with a change, so that both are there or neither. */
  readonly write: (events: readonly Event[]) => string | undefined
  /** Learns what others listen to. */
  readonly begin: () => Promise<void>
  readonly close: () => void
}

/** @param hear tells those who listen here */
export function createSharedEvents(peers: Peers, hear: (events: readonly Event[]) => void): SharedEvents {
  const wanted = new Map<string, Wanted>()
  let own: readonly Topic[] = []
  const wants = (topic: Topic) => {
    const now = Date.now()
    for (const { topics, until } of wanted.values()) if (until > now && topics.includes(topic)) return true
    return false
  }
  const sayOwn = () => ({ what: 'wants', topics: own })
  const note = (topics: unknown, by: string) => {
    const list = topics as readonly Topic[]
    if (list.length === 0) wanted.delete(by)
    else wanted.set(by, { topics: list, until: Date.now() + longest })
  }
  const askOthers = async () => {
    for (const { by, answer } of await peers.ask(sayOwn())) note(answer, by)
  }
  peers.on('wants', ({ topics }, by) => {
    note(topics, by)
    return own
  })
  peers.on('events', ({ events }) => hear(events as readonly Event[]))
  peers.onAnew(() => void askOthers().catch(() => {}))
  const timer = setInterval(() => {
    if (own.length > 0) void peers.tell(sayOwn())
  }, again).unref()
  return {
    wants,
    isAny: () => wanted.size > 0,
    listen: async (topics) => {
      own = topics
      // Known everywhere before its reader is told that it listens.
      await askOthers().catch(() => {})
    },
    tell: (events) => void peers.tell({ what: 'events', events }),
    write: (events) => (events.length === 0 ? undefined : peers.write({ what: 'events', events })),
    begin: askOthers,
    close: () => clearInterval(timer),
  }
}
