/** Client of models and agents, with streams. */
export type { StreamedChoice, StreamedCompletion } from './collect-chat.ts'
export type { ResponsePiece, StreamedResponse } from './collect-response.ts'
export { createInference, type Inference, type InferenceOptions } from './create-inference.ts'
export { decodeEmbedding, type Embeddings } from './decode-embedding.ts'
export type { ChatStream, EventStream, ImageStream, MessageStream, ResponseStream, TextStream } from './streams.ts'
export { type PartialReply, StreamInterruptedError } from './stream-error.ts'
