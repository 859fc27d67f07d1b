/** Server-sent events. They are made one by one as they are read: when the reader goes away, nothing more is made. */
export interface StreamEvent {
  /** The `event:` line, in formats that have one. */
  readonly name?: string
  readonly data: unknown
}

export const eventStream = 'text/event-stream'

export async function* formatEvents(events: Iterable<StreamEvent>): AsyncGenerator<string> {
  for (const { name, data } of events) {
    yield `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
    // Lets other requests in between two pieces of a long answer.
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield 'data: [DONE]\n\n'
}
