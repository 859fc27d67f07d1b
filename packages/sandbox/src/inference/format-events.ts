/** Formats server-sent events lazily, so that nothing is generated after the client disconnects. */
export interface StreamEvent {
  /** The `event:` line, in formats that have one. */
  readonly name?: string
  readonly data: unknown
}

export const eventStream = 'text/event-stream'

export function formatEvent({ name, data }: StreamEvent): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}

export async function* formatEvents(events: Iterable<StreamEvent>): AsyncGenerator<string> {
  for (const event of events) {
    yield formatEvent(event)
    // Lets other requests run between two events.
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield 'data: [DONE]\n\n'
}
