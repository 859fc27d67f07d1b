/** Reads a text/event-stream to its end. */
import { createParser } from 'eventsource-parser'

export interface EventStream {
  /** The data of each event, in order. */
  readonly events: readonly string[]
  /** What the parser could not understand. */
  readonly faults: readonly string[]
}

/** `size`: how many characters the parser is given at a time, since a stream arrives in pieces of any length. */
export function readEvents(text: string, size = text.length): EventStream {
  const events: string[] = []
  const faults: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data), onError: ({ message }) => faults.push(message) })
  for (let start = 0; start < text.length; start += size) parser.feed(text.slice(start, start + size))
  return { events, faults }
}
