/** Types of a request, its target and its answer, shared by the modules that send and read them. */
import type { OperationFacts } from './family-table.ts'

/** What any operation's request may have; the generated types say which of it each one takes. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Target {
  readonly api: string
  readonly method: string
  readonly path: string
  readonly facts: OperationFacts
  /** The part of the request that fields by themselves are; empty where there is none. Nothing is known of a path that is in no table. */
  readonly takes?: NonNullable<OperationFacts['takes']> | undefined
}

/** An operation that is in a table. */
export interface KnownTarget extends Target {
  readonly takes: NonNullable<OperationFacts['takes']>
  /** The parameters of its path, in their order. */
  readonly ids: readonly string[]
}

export interface Answer {
  /** Method and path template, for messages. */
  readonly operation: string
  /** Where the request went. */
  readonly url: string
  /** Its headers have come, its body may still be on the way. */
  readonly response: Response
  readonly request: AnyRequest
  /** The token that was sent, to be kept out of every message. */
  readonly bearer: string | undefined
  /** The most that is read of its body. */
  readonly maxReplyBytes: number | undefined
  /** Sends the request once more after its answer broke off, and is the answer to that. @throws what that failure means, if it may not be sent again */
  again(failure: unknown): Promise<Answer>
  /** To be called when its body has been read: its time is no longer limited. */
  end(): void
}
