/** Parses server-sent events. Never reconnects: a generated reply cannot be requested again. */
import { createParser } from 'eventsource-parser'
import { CloudError } from '../errors.ts'

export interface ServerSentEvent {
  /** Value of the `event:` line, or `message`. */
  readonly type: string
  readonly data: string
}

const maxEventLength = 2 ** 24 // characters

/** Yields the events of a stream of bytes. An event without its closing empty line is dropped. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  const parse = createEventParser()
  for await (const chunk of chunks) yield* parse(decoder.decode(chunk, { stream: true }))
}

/** Creates a parser that takes a piece of text and returns the events that the piece completes. */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let events: ServerSentEvent[] = []
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ event, data }) => events.push({ type: event || 'message', data }),
    onError: ({ type }) => {
      // Unknown fields are ignored.
      if (type === 'max-buffer-size-exceeded') throw new CloudError(`An event of the stream is longer than ${maxEventLength} characters.`)
    },
  })
  return (text) => {
    events = []
    parser.feed(text)
    return events
  }
}
