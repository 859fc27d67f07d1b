/** Addresses that replies hand out and that no operation describes, as they are opaque to clients. */
import type { Reply } from './request.ts'
import type { Platform } from './account-context.ts'

export interface Address {
  /** How their paths begin. */
  readonly prefix: string
  /** Undefined when it is none of them. */
  readonly answer: (platform: Platform, request: AddressRequest) => Reply | undefined
}

export interface AddressRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as they were sent. */
  readonly url: string
  /** @throws Failure when it could not be read */
  readonly readBody: () => Uint8Array | undefined
}
