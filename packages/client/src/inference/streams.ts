/** Types of streamed replies; implemented in `add-streams.ts` and `stream-reader.ts`. */
import type { ChatCompletionChunk } from '@spindrift/types/chat'
import type { ImageGenerationEvent } from '@spindrift/types/image-generations'
import type { MessageReply, MessageStreamEvent } from '@spindrift/types/messages'
import type { ModelResponseItem } from '@spindrift/types/responses'
import type { StreamedChoice, StreamedCompletion } from './collect-chat.ts'
import type { ResponsePiece, StreamedResponse } from './collect-response.ts'

/**
 * A reply as a stream of events. Iterate over it to get the events as they arrive, await `finalReply()` for the complete reply, or do both: first the
 * loop, then `finalReply()`. Leaving the loop closes the connection. `timeoutMs` limits the gaps between events, not the whole stream.
 */
export interface EventStream<Event, Reply> extends AsyncIterable<Event> {
  /**
   * Returns the complete reply when the stream has ended.
   *
   * @throws StreamInterruptedError if the stream was interrupted; `partial` has the reply so far
   */
  finalReply(): Promise<Reply>
  /** The raw `Response`, whose body is the stream. Read either this body or the stream. @throws HttpError for a status of 400 or above */
  asResponse(): Promise<Response>
  /** Closes the connection. Reads of the stream then reject with the reason, an `AbortError` by default. */
  abort(reason?: unknown): void
}

/**
 * A reply as a stream of events with text.
 *
 * ```ts
 * const stream = cloud.chat.completions.create({ model, messages, stream: true })
 * for await (const text of stream.textStream) process.stdout.write(text)
 * const { content } = await stream.finalMessage()
 * ```
 */
export interface TextStream<Event, Reply, Message> extends EventStream<Event, Reply> {
  /** The non-empty pieces of the text as they arrive. */
  readonly textStream: AsyncIterable<string>
  /** Returns the complete text when the stream has ended. @throws StreamInterruptedError if the stream was interrupted; `partial.text` has the text so far */
  finalText(): Promise<string>
  /** Returns the complete message when the stream has ended: of a chat, the message of its first choice. @throws StreamInterruptedError */
  finalMessage(): Promise<Message>
}

/** A chat completion as a stream of chunks. */
export interface ChatStream extends TextStream<ChatCompletionChunk, StreamedCompletion, StreamedChoice['message']> {}
/** A model response as a stream of events, or of chunks with `stream_options.include_usage`. */
export interface ResponseStream extends TextStream<ResponsePiece, StreamedResponse, ModelResponseItem> {}
/** A message as a stream of events. */
export interface MessageStream extends TextStream<MessageStreamEvent, MessageReply, MessageReply> {}
/** An image as a stream of previews. The final reply is the last image, which is the finished one; undefined if there was none. */
export interface ImageStream extends EventStream<ImageGenerationEvent, ImageGenerationEvent | undefined> {}
