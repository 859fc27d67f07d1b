/**
 * Gives the list operations of a family their `all()`. What reads pages is loaded when it is first needed, so that a program that reads no list to its
 * end does not carry it from the start.
 */
import type { CallOptions } from '../call.ts'
import type { Feature } from '../bind-family.ts'
import type { AnyRequest } from '../transport.ts'
import type { Items } from './list-operation.ts'

export const addPages: Feature = (operation, target, send) => {
  if ((target.facts.pages ?? target.facts.list) === undefined) return operation
  return Object.assign(operation, {
    all(request?: AnyRequest, options?: CallOptions): Items<unknown, unknown> {
      const load = async () => (await import('./read-items.ts')).readItems(target, send, request, options)
      return {
        async *pages() {
          yield* (await load()).pages()
        },
        async *[Symbol.asyncIterator]() {
          yield* await load()
        },
        toArray: async (given) => (await load()).toArray(given),
      }
    },
  })
}
