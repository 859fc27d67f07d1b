/** Stored output items of responses, which the input of later requests can reference by id. */
import { Failure, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { InputItem, ResponseRequest } from '../../inference/response-format.ts'
import type { OutputItem } from '../../inference/response-reply.ts'

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    responseItem: OutputItem
  }
}

/** Maximum number of items of an account. A new item replaces an old one. */
const maxStoredItems = 10_000

export function saveItems({ store }: AccountContext, items: readonly OutputItem[]): void {
  for (const item of items) {
    if (store.find({ kind: 'responseItem', unique: item.id })) continue
    const slot = store.nextCounter('response-item', 0) % maxStoredItems
    store.put({ ...keyOf('responseItem', slot), unique: item.id, text: JSON.stringify(item) })
  }
}

export const hasReferences = ({ input }: ResponseRequest): boolean => typeof input !== 'string' && input.some(isReference)

const isReference = ({ type }: InputItem) => type === 'item_reference'

/** Replaces references in the input by the stored items. @throws Failure 404, 422 */
export function resolveReferences({ store }: AccountContext, request: ResponseRequest): ResponseRequest {
  if (typeof request.input === 'string') return request
  const input = request.input.map((item, index): InputItem => {
    if (!isReference(item)) return item
    if (typeof item.id !== 'string') throw unprocessable(`input.${index}.id: must be given`)
    const found = store.find({ kind: 'responseItem', unique: item.id })
    if (!found)
      throw new Failure(404, `input.${index}.id: item "${item.id}" not found. Send the item itself; \`store: false\` stores none.`)
    return JSON.parse(found.text) as OutputItem
  })
  return { ...request, input }
}
