/** What an operation can be called with, and what each of it gives: one form for most, several where the body decides what is answered. */
import type { Operation, Reply } from '../model/api-model.ts'
import type { TypeNames } from './type-names.ts'

export interface Form {
  /** The parameter of a function. */
  readonly request: string
  /** Its type. */
  readonly type: string
  /** What is answered when all went well. */
  readonly body: string
}

/** Those of `x-reply-by`. A program that does not know which it sends calls the operation as a whole. */
export function listForms(operation: Operation, names: TypeNames): Form[] {
  return (operation.forms ?? []).map(({ body, reply }) => ({
    request: names.request(operation, body),
    type: names.requestType(operation, body),
    body: names.reply({ content: [reply] }),
  }))
}

/** What a reply can hold, each type once. */
export function listBodies(operation: Operation, reply: Reply, names: TypeNames): string[] {
  const forms = reply.status.startsWith('2') ? listForms(operation, names) : []
  return forms.length > 0 ? [...new Set(forms.map(({ body }) => body))] : [names.reply(reply)]
}
