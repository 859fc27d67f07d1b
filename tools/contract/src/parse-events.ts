/** Parses a complete text/event-stream. */
import { createParser } from 'eventsource-parser'

export interface EventStream {
  /** Data of each event in order. */
  readonly events: readonly string[]
  /** Errors of the parser. */
  readonly faults: readonly string[]
}

/** @param size characters per chunk, because streams arrive in pieces of any length */
export function parseEvents(text: string, size = text.length): EventStream {
  const events: string[] = []
  const faults: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data), onError: ({ message }) => faults.push(message) })
  for (let start = 0; start < text.length; start += size) parser.feed(text.slice(start, start + size))
  return { events, faults }
}
