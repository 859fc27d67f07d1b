/** Makes the lists of a family iterable. The page reader is loaded when it is first needed, which keeps the initial bundle small. */
import { PendingCall } from '../call.ts'
import type { Feature } from '../bind-family.ts'
import type { Succeeded } from '../reply.ts'
import type { Answer, Target } from '../request-types.ts'
import type { ListCall, Page } from './list-call.ts'

/** A first page that was already requested. */
export interface FirstPage {
  readonly answer: Promise<Answer>
  readonly reply: Promise<Succeeded<number, unknown>>
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
  #sent: Promise<Answer> | undefined
  #isIterated = false
  #isTaken = false

  constructor(target: Target, send: () => Promise<Answer>, load: Load) {
    const ask = () => (this.#sent ??= send())
    super(target, ask)
    this.#load = load
    queueMicrotask(() => {
      if (!this.#isIterated) void ask()
    })
  }

  override asResponse(): Promise<Response> {
    this.#isTaken = true
    return super.asResponse()
  }

  #open(): ReturnType<Load> {
    this.#isIterated = true
    return this.#load(this.#sent && !this.#isTaken ? { answer: this.#sent, reply: this.withResponse() } : undefined)
  }

  async *pages(): AsyncGenerator<Page<unknown, unknown>> {
    yield* (await this.#open()).pages()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    yield* await this.#open()
  }

  async toArray(options?: { readonly limit?: number }): Promise<unknown[]> {
    return (await this.#open()).toArray(options)
  }
}
