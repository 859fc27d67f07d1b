/** HTTP connection to the platform. */

/** A request to the platform. */
export interface PlatformRequest {
  readonly method: string
  /** Path and query, relative to the base URL. */
  readonly path: string
  /** JSON text. */
  readonly body?: string
}

export interface PlatformResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export interface SendOptions {
  readonly signal?: AbortSignal
  /** Token of the caller, instead of the server's. */
  readonly token?: string
}

export interface Platform {
  readonly baseUrl: string
  /** Token of the server; it is masked in all output. */
  readonly token: string | undefined
  /** @throws PlatformError if there is no complete response */
  readonly send: (request: PlatformRequest, options?: SendOptions) => Promise<PlatformResponse>
  readonly close: () => void
}

/** There was no complete response. The message contains no secrets. */
export class PlatformError extends Error {
  /** True if the request cannot have reached the platform. */
  readonly isUnsent: boolean

  constructor(message: string, isUnsent: boolean, cause?: unknown) {
    super(message, { cause })
    this.isUnsent = isUnsent
  }
}
