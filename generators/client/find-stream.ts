/** Finds the kind of stream that an operation returns for `stream: true`, by the schema of its events. */
import type { Operation } from '../model/api-model.ts'

/** A stream of the client: `stream` is a fact of the row, `type` the result of a call. */
export interface StreamKind {
  readonly stream: string
  readonly type: string
}

const kinds: Readonly<Record<string, StreamKind>> = {
  ChatCompletionChunk: { stream: 'chat', type: 'ChatStream' },
  ImageGenerationEvent: { stream: 'image', type: 'ImageStream' },
  MessageStreamEvent: { stream: 'message', type: 'MessageStream' },
  ModelResponseEvent: { stream: 'response', type: 'ResponseStream' },
}

export function findStream({ forms = [] }: Pick<Operation, 'forms'>): StreamKind | undefined {
  const schema = forms.find(({ reply }) => isStream(reply))?.reply.schema
  const event = schema?.contentSchema
  const [first] = event?.oneOf ?? []
  return kinds[(event?.$ref ?? first?.$ref ?? '').split('/').at(-1) ?? '']
}

export function isStream({ mediaType }: { readonly mediaType: string }): boolean {
  return mediaType === 'text/event-stream'
}
