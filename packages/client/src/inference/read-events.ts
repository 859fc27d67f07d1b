/**
 * Server-sent events out of bytes, as the HTML standard reads them (§ 9.2.6), however the bytes are cut into pieces. Reconnecting is left
 * out: an answer that is being written cannot be asked for again.
 */
import { CloudError } from '../errors.ts'

export interface ServerSentEvent {
  /** The `event:` line, or `message`. */
  readonly type: string
  readonly data: string
}

/** The most characters of one event. */
const largestEvent = 2 ** 24

/** An event that is not ended by an empty line is not one, so a stream that breaks off gives nothing of its last event. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  const parser = createEventParser()
  for await (const chunk of chunks) yield* parser(decoder.decode(chunk, { stream: true }))
}

/** Takes a stream of text piece by piece and gives the events that each piece completes. */
export function createEventParser(): (text: string) => ServerSentEvent[] {
  let line = ''
  let type = ''
  let data: string[] | undefined
  // Of the event that has not ended.
  let size = 0
  // A carriage return ends a line at once; a line feed right after it belongs to it.
  let skipsLineFeed = false

  const endLine = (ended: string): ServerSentEvent | undefined => {
    if (ended === '') {
      const event = data && { type: type || 'message', data: data.join('\n') }
      type = ''
      data = undefined
      return event
    }
    const colon = ended.indexOf(':')
    const field = colon === -1 ? ended : ended.slice(0, colon)
    const value = colon === -1 ? '' : ended.slice(colon + 1).replace(/^ /, '')
    // `id` and `retry` are for reconnecting, a line that begins with a colon is a comment; all else means nothing.
    if (field === 'data') (data ??= []).push(value)
    else if (field === 'event') type = value
    return undefined
  }

  return (text) => {
    const events: ServerSentEvent[] = []
    let from = skipsLineFeed && text.startsWith('\n') ? 1 : 0
    if (text !== '') skipsLineFeed = false
    const ends = /\r\n|\r|\n/g
    ends.lastIndex = from
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      const event = endLine(line + text.slice(from, end.index))
      size = event ? 0 : size + end.index - from
      line = ''
      from = ends.lastIndex
      if (event) events.push(event)
      if (end[0] === '\r' && from === text.length) skipsLineFeed = true
    }
    line += text.slice(from)
    size += text.length - from
    if (size > largestEvent) throw new CloudError(`An event of the stream is longer than ${largestEvent} characters.`)
    return events
  }
}
