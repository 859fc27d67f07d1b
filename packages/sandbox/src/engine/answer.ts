/** Response of a handler that sets its own status, headers or media type, or sends stored text. */
import type { Reply } from './request.ts'
import { formatJson } from './values.ts'

export class Answer<out Value> {
  /** For the type checker only: the response body. */
  declare protected readonly value: Value
  readonly reply: Reply

  /** @param reply sent as it is; the caller guarantees that its body is a `Value` */
  constructor(reply: Reply) {
    this.reply = reply
  }
}

/** Returns a response body with its own status or headers. */
export function answer<const Value>(value: Value, more: Pick<Reply, 'status' | 'headers'>): Answer<Value> {
  return new Answer({ ...more, ...(value !== undefined && { body: JSON.stringify(value) }) })
}

/** Returns a response that is not JSON, such as an image or a stream. */
export function answerMedia(
  type: string,
  body: string | Uint8Array | AsyncIterable<string>,
  more: Omit<Reply, 'type' | 'body'> = {},
): Answer<never> {
  return new Answer({ ...more, type, body })
}

export function formatAnswer(result: unknown): Reply {
  if (result instanceof Answer) return result.reply
  return result === undefined ? {} : { body: formatJson(result) }
}
