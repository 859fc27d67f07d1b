/** Where calls go. The shape is all that the server knows of HTTP toward the platform. */
export interface PlatformRequest {
  readonly method: string
  /** With the query, below the base URL. */
  readonly path: string
  /** JSON. */
  readonly body?: string
}

export interface PlatformAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export interface SendOptions {
  readonly signal?: AbortSignal
  /** In place of the server's own. */
  readonly token?: string
}

export interface Platform {
  readonly baseUrl: string
  /** The server's own token; it is kept out of everything that is shown. */
  readonly token: string | undefined
  /** @throws PlatformError when no complete answer came */
  readonly send: (request: PlatformRequest, options?: SendOptions) => Promise<PlatformAnswer>
  readonly close: () => void
}

/** No answer came. Its message can be shown. */
export class PlatformError extends Error {
  /** Nothing can have reached the platform. */
  readonly isUnsent: boolean

  constructor(message: string, isUnsent: boolean, cause?: unknown) {
    super(message, { cause })
    this.isUnsent = isUnsent
  }
}
