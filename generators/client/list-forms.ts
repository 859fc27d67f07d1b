/** Lists the overloads of an operation whose response depends on its body. */
import { findStream, isStream } from './find-stream.ts'
import type { Operation, Reply } from '../model/api-model.ts'
import type { TypeNames } from './type-names.ts'

export interface Form {
  /** Parameter declaration. */
  readonly request: string
  /** Type of the parameter. */
  readonly type: string
  /** Type of the response body. */
  readonly body: string
  /** Result type of a call that returns a stream. */
  readonly stream?: string
}

/** Lists the body forms that decide the response. A general overload covers all other calls. */
export function listForms(operation: Operation, names: TypeNames): Form[] {
  const kind = findStream(operation)
  return (operation.forms ?? []).map(({ body, reply }) => ({
    request: names.request(operation, body),
    type: names.requestType(operation, body),
    body: names.reply({ content: [reply] }),
    ...(kind && isStream(reply) && { stream: names.own('inference/streams.ts', kind.type) }),
  }))
}

/** Lists the distinct body types of a response. */
export function listBodies(operation: Operation, reply: Reply, names: TypeNames): string[] {
  const forms = reply.status.startsWith('2') ? listForms(operation, names).filter(({ stream }) => !stream) : []
  return forms.length > 0 ? [...new Set(forms.map(({ body }) => body))] : [names.reply(reply)]
}
