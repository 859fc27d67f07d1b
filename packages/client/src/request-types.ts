/** Types of a request, its target and its response, shared by the modules that send and read them. */
import type { OperationFacts } from './family-table.ts'

/** Request of any operation; the generated types define the parts of each one. */
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
  /** Part of the request that fields without a part name belong to; empty if there is none, undefined for a path that is in no table. */
  readonly input?: NonNullable<OperationFacts['input']> | undefined
  /** Names of the path parameters, in order. */
  readonly ids?: readonly string[]
}

/** An operation of a table. */
export interface KnownTarget extends Target {
  readonly input: NonNullable<OperationFacts['input']>
  readonly ids: readonly string[]
}

/** A response whose headers have arrived, with its request. */
export interface ApiResponse {
  /** Method and path template: `GET /v2/droplets/{droplet_id}`. */
  readonly operation: string
  /** Method and path as sent, for messages: `GET /v2/droplets/1`. */
  readonly line: string
  /** URL of the request. */
  readonly url: string
  readonly response: Response
  readonly request: AnyRequest
  /** Token of the request, to mask it in messages. */
  readonly bearer: string | undefined
  /** Maximum size of the body in bytes. */
  readonly maxReplyBytes: number | undefined
  /** Maximum time of each attempt in milliseconds; 0 means no limit. */
  readonly timeoutMs: number
  /** Retries the request after its body was cut off. @throws the explained failure if it must not be retried */
  retry(failure: unknown): Promise<ApiResponse>
  /** Stops the timeout. Call it when the body has been read. */
  stop(): void
}
