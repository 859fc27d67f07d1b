/** Makes the lists of a family iterable. The page reader is loaded when it is first needed, which keeps the initial bundle small. */
import { PendingCall } from '../call.ts'
import type { Feature } from '../bind-family.ts'
import type { SuccessReply } from '../reply.ts'
import type { ApiResponse, Target } from '../request-types.ts'
import type { ListCall, Page } from './list-call.ts'

/** A first page that was already requested. */
export interface FirstPage {
  readonly response: Promise<ApiResponse>
  readonly reply: Promise<SuccessReply<number, unknown>>
}

export const addPages: Feature = (operation, target, send) => {
  if ((target.facts.pages ?? target.facts.list) === undefined) return operation
  return (request, options) =>
    new PendingList(
      target,
      () => send(target, request, options),
      async (first) => (await import('./parse-items.ts')).parseItems(target, send, request, options, first),
    )
}

type Load = (first: FirstPage | undefined) => Promise<Pick<ListCall<unknown, unknown>, 'pages' | 'toArray' | typeof Symbol.asyncIterator>>

/** Sends the request like any call, unless it is iterated at once: iteration requests longer pages. A page already requested becomes the first page. */
class PendingList extends PendingCall<unknown> implements ListCall<unknown, unknown> {
  readonly #load: Load
  #apiResponse: Promise<ApiResponse> | undefined
  #isIterated = false
  #isResponseUsed = false

  constructor(target: Target, send: () => Promise<ApiResponse>, load: Load) {
    const sendOnce = () => (this.#apiResponse ??= send())
    super(target, sendOnce)
    this.#load = load
    queueMicrotask(() => {
      if (!this.#isIterated) void sendOnce()
    })
  }

  override asResponse(): Promise<Response> {
    this.#isResponseUsed = true
    return super.asResponse()
  }

  #loadReader(): ReturnType<Load> {
    this.#isIterated = true
    return this.#load(this.#apiResponse && !this.#isResponseUsed ? { response: this.#apiResponse, reply: this.withResponse() } : undefined)
  }

  async *pages(): AsyncGenerator<Page<unknown, unknown>> {
    yield* (await this.#loadReader()).pages()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    yield* await this.#loadReader()
  }

  async toArray(options?: { readonly limit?: number }): Promise<unknown[]> {
    return (await this.#loadReader()).toArray(options)
  }
}
