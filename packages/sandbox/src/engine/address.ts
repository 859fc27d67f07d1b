/** URLs in responses that no operation describes, for example signed downloads. */
import type { Reply } from './request.ts'
import type { Platform } from './account-context.ts'

export interface Address {
  /** Prefix of the path. */
  readonly prefix: string
  /** Returns undefined if the URL is not one of this family. */
  readonly respond: (platform: Platform, request: AddressRequest) => Reply | undefined
}

export interface AddressRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as sent. */
  readonly url: string
  /** @throws Failure if the body could not be read */
  readonly readBody: () => Uint8Array | undefined
}
