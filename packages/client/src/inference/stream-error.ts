import { ConnectionError } from '../errors.ts'

/** How far a stream came. */
export interface PartialReply {
  /** The text that was written. */
  readonly text: string
  /** The reply in the shape of a whole one, as far as it came. */
  readonly reply: unknown
}

/**
 * A stream ended before its answer did: the connection was cut, nothing came for `timeoutMs`, or the platform said that it failed. `cause`
 * has the reason. It is not asked for again by itself, because what was written so far has been paid for.
 */
export class StreamInterruptedError extends ConnectionError {
  /** What had come until then. Not enumerable, so that a log does not fill with it. */
  declare readonly partial: PartialReply

  constructor(message: string, partial: PartialReply, options?: ErrorOptions) {
    super(message, options)
    Object.defineProperty(this, 'partial', { value: partial })
  }

  override get name(): string {
    return 'StreamInterruptedError'
  }
}
