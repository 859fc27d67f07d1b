/** What a handler answers when a value alone does not say it: another status, headers, another media type, text that is stored already. */
import type { Reply } from './request.ts'
import { formatJson } from './values.ts'

export class Answer<out Value> {
  /** For the checker only: what the reply holds. */
  declare protected readonly value: Value
  readonly reply: Reply

  /** @param reply what is sent as it is; only its maker knows that it holds a `Value` */
  constructor(reply: Reply) {
    this.reply = reply
  }
}

/** A value with a status or headers that are not the operation's own. */
export function answer<const Value>(value: Value, more: Pick<Reply, 'status' | 'headers'>): Answer<Value> {
  return new Answer({ ...more, ...(value !== undefined && { body: JSON.stringify(value) }) })
}

/** Something that is no JSON, or that nobody knows yet: a picture, a stream. */
export function answerMedia(
  type: string,
  body: string | Uint8Array | AsyncIterable<string>,
  more: Omit<Reply, 'type' | 'body'> = {},
): Answer<never> {
  return new Answer({ ...more, type, body })
}

export function formatAnswer(answered: unknown): Reply {
  if (answered instanceof Answer) return answered.reply
  return answered === undefined ? {} : { body: formatJson(answered) }
}
