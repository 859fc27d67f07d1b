import { ConnectionError } from '../errors.ts'

/** The part of a reply that arrived before the stream was interrupted. */
export interface PartialReply {
  /** The text so far. */
  readonly text: string
  /** The reply so far, in the shape of a complete one. */
  readonly reply: unknown
}

/**
 * A stream ended early: the connection was lost, there was no data for `timeoutMs`, or the platform reported an error. `cause` has the reason. It is
 * not retried, because the text so far has been billed.
 */
export class StreamInterruptedError extends ConnectionError {
  /** The reply so far. Not enumerable, so that logs stay short. */
  declare readonly partial: PartialReply

  constructor(message: string, partial: PartialReply, options?: ErrorOptions) {
    super(message, options)
    Object.defineProperty(this, 'partial', { value: partial })
  }

  override get name(): string {
    return 'StreamInterruptedError'
  }
}
