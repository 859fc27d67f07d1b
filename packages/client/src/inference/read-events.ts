/**
 * Server-sent events out of bytes, however the bytes are cut into pieces. Reconnecting is left out: an answer that is being written cannot be
 * asked for again.
 */
import { createParser } from 'eventsource-parser'
import { CloudError } from '../errors.ts'

export interface ServerSentEvent {
  /** The `event:` line, or `message`. */
  readonly type: string
  readonly data: string
}

/** The most characters of one event. */
const maxEventLength = 2 ** 24

/** An event that is not ended by an empty line is not one, so a stream that breaks off gives nothing of its last event. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  const parse = createEventParser()
  for await (const chunk of chunks) yield* parse(decoder.decode(chunk, { stream: true }))
}

/** Takes a stream of text piece by piece and gives the events that each piece completes. */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let events: ServerSentEvent[] = []
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ event, data }) => events.push({ type: event || 'message', data }),
    onError: ({ type }) => {
      // Fields that it does not know are none of ours either.
      if (type === 'max-buffer-size-exceeded') throw new CloudError(`An event of the stream is longer than ${maxEventLength} characters.`)
    },
  })
  return (text) => {
    events = []
    parser.feed(text)
    return events
  }
}
