/** Opens a stream. Loaded with the first stream. */
import type { CallOptions } from '../call.ts'
import type { OperationFacts } from '../family-table.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import type { Transport } from '../transport.ts'
import { collectChat } from './collect-chat.ts'
import { collectImage } from './collect-image.ts'
import { collectMessage } from './collect-message.ts'
import { collectResponse } from './collect-response.ts'
import { type Collector, StreamReader } from './stream-reader.ts'

type Kind = NonNullable<OperationFacts['stream']>

const collectors: Readonly<Record<Kind, () => Collector<never>>> = {
  chat: collectChat,
  image: collectImage,
  message: collectMessage,
  response: collectResponse,
}

/** Sends the request at once; the stream is read later. */
export function openStream(kind: Kind, send: Transport, target: Target, request?: AnyRequest, options?: CallOptions): StreamReader {
  const open = (signal: AbortSignal) => send(target, request, { ...options, signal })
  return new StreamReader(send, open, options?.signal, collectors[kind]() as Collector<unknown>)
}
