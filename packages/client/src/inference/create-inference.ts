/** Client of models and agents: chats, responses, messages, embeddings and images, streamed or not. */
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionCreate } from '@spindrift/types/chat'
import type { EmbeddingsCreate } from '@spindrift/types/embeddings'
import type { ImageGeneration, ImageGenerationCreate, ImageGenerationEvent } from '@spindrift/types/image-generations'
import type { MessageCreate, MessageReply, MessageStreamEvent } from '@spindrift/types/messages'
import type { InferenceModel } from '@spindrift/types/models'
import type { ModelResponse, ModelResponseCreate } from '@spindrift/types/responses'
import { bindFamily } from '../bind-family.ts'
import type { Call, CallOptions } from '../call.ts'
import type { ClientOptions, Token } from '../configuration.ts'
import { type AgentInferenceFamily, agentInferenceTable } from '../generated/agent-inference.ts'
import { type ChatFamily, chatTable } from '../generated/chat.ts'
import { type EmbeddingsFamily, embeddingsTable } from '../generated/embeddings.ts'
import { type ImageGenerationsFamily, imageGenerationsTable } from '../generated/image-generations.ts'
import { type MessagesFamily, messagesTable } from '../generated/messages.ts'
import { type ModelsFamily, modelsTable } from '../generated/models.ts'
import { type ResponsesFamily, responsesTable } from '../generated/responses.ts'
import { createTransport } from '../transport.ts'
import { collectChat, type StreamedCompletion } from './collect-chat.ts'
import { collectImage } from './collect-image.ts'
import { collectMessage } from './collect-message.ts'
import { collectResponse, type ResponsePiece, type StreamedResponse } from './collect-response.ts'
import { decodeEmbeddings, type Embeddings } from './decode-embedding.ts'
import { type Collector, EventStream, type OpenStream, TextStream } from './event-stream.ts'

/** Options of an inference client. */
export interface InferenceOptions extends Omit<ClientOptions, 'token'> {
  /** Model access key, also sent to agents unless `apis.agent.token` is set. Default: `SPINDRIFT_MODEL_ACCESS_KEY`. */
  readonly key?: Token
}

type StreamedRequest<Body> = Body & { readonly stream: true }
type PlainRequest<Body> = Body & { readonly stream?: false | null }

/** Client of the inference API. The timeout of a stream applies to the gaps between its pieces, not to the whole stream. */
export interface Inference {
  /**
   * Completes a chat. With `stream: true` it returns the chunks as they arrive:
   *
   * ```ts
   * for await (const piece of inference.chat({ model, messages, stream: true }).pieces()) process.stdout.write(piece)
   * ```
   */
  chat(body: StreamedRequest<ChatCompletionCreate>, options?: CallOptions): TextStream<ChatCompletionChunk, StreamedCompletion>
  chat(body: PlainRequest<ChatCompletionCreate>, options?: CallOptions): Call<ChatCompletion>
  /** Completes a chat with an agent, at the base URL of the `agent` API. */
  agent(body: StreamedRequest<ChatCompletionCreate>, options?: CallOptions): TextStream<ChatCompletionChunk, StreamedCompletion>
  agent(body: PlainRequest<ChatCompletionCreate>, options?: CallOptions): Call<ChatCompletion>
  /** Creates a model response. Streams events, or chunks with `stream_options.include_usage`. */
  responses(body: StreamedRequest<ModelResponseCreate>, options?: CallOptions): TextStream<ResponsePiece, StreamedResponse>
  responses(body: PlainRequest<ModelResponseCreate>, options?: CallOptions): Call<ModelResponse>
  /** Creates a message, whose content is a list of typed blocks. */
  messages(body: StreamedRequest<MessageCreate>, options?: CallOptions): TextStream<MessageStreamEvent, MessageReply>
  messages(body: PlainRequest<MessageCreate>, options?: CallOptions): Call<MessageReply>
  /** Generates images. A stream yields previews; `final()` returns the finished image. */
  images(
    body: StreamedRequest<ImageGenerationCreate>,
    options?: CallOptions,
  ): EventStream<ImageGenerationEvent, ImageGenerationEvent | undefined>
  images(body: PlainRequest<ImageGenerationCreate>, options?: CallOptions): Call<ImageGeneration>
  /** Creates embeddings of texts, decoded to numbers. They are sent as base64, a third of the size, unless `encoding_format` is `float`. */
  embeddings(body: EmbeddingsCreate, options?: CallOptions): Promise<Embeddings>
  /** Lists the available models. */
  models(options?: CallOptions): Promise<InferenceModel[]>
}

/**
 * Creates a client of the inference API and of agents.
 *
 * ```ts
 * const inference = createInference({ key: 'sk-do-…' })
 * const reply = await inference.chat({ model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Name a tide.' }] })
 * ```
 */
export function createInference(options: InferenceOptions = {}): Inference {
  const { key, ...client } = options
  const credential = key === undefined ? {} : { token: key }
  const { inference, agent } = client.apis ?? {}
  const apis = { ...client.apis, inference: { ...credential, ...inference }, agent: { ...credential, ...agent } }
  // Keyed by the signal of a stream, which the transport passes on unchanged because streams set `timeoutMs: 0`.
  const timers = new WeakMap<AbortSignal, () => () => void>()
  const watchAttempt: NonNullable<ClientOptions['fetch']> = (url, init) => {
    const stop = init.signal && timers.get(init.signal)?.()
    return (client.fetch ?? fetch)(url, init).finally(stop)
  }
  const watch =
    (call: (own: CallOptions) => Call<unknown>): OpenStream =>
    (own, startTimer) => {
      timers.set(own.signal, startTimer)
      return call(own)
    }
  const send = createTransport({ ...client, apis, fetch: watchAttempt })
  const { create: chat } = bindFamily<ChatFamily>(chatTable, send).completions
  const { create: agentChat } = bindFamily<AgentInferenceFamily>(agentInferenceTable, send).completions
  const { create: respond } = bindFamily<ResponsesFamily>(responsesTable, send)
  const { create: message } = bindFamily<MessagesFamily>(messagesTable, send)
  const { create: draw } = bindFamily<ImageGenerationsFamily>(imageGenerationsTable, send)
  const { create: embed } = bindFamily<EmbeddingsFamily>(embeddingsTable, send)
  const { list } = bindFamily<ModelsFamily>(modelsTable, send)

  const { timeoutMs } = client
  const withTimeout = (given: CallOptions = {}): CallOptions => (timeoutMs === undefined ? given : { timeoutMs, ...given })
  const streamOrCall =
    <Body extends { stream?: boolean | null }, Event, Reply>(
      call: (request: { body: Body }, options?: CallOptions) => Call<unknown>,
      collect: () => Collector<Event, Reply>,
    ) =>
    (body: Body, given?: CallOptions) => {
      const open = watch((own) => call({ body }, own))
      return body.stream ? new TextStream(open, withTimeout(given), collect()) : call({ body }, given)
    }

  // The return type depends on `stream`, which the compiler cannot infer through the table.
  return {
    chat: streamOrCall(chat, collectChat),
    agent: streamOrCall(agentChat, collectChat),
    responses: streamOrCall(respond, collectResponse),
    messages: streamOrCall(message, collectMessage),
    images: (body: ImageGenerationCreate, given?: CallOptions) =>
      body.stream
        ? new EventStream(
            watch((own) => draw({ body }, own)),
            withTimeout(given),
            collectImage(),
          )
        : draw({ body }, given),
    embeddings: async (body, given) => decodeEmbeddings(await embed({ body: { encoding_format: 'base64', ...body } }, given)),
    models: async (given) => (await list({}, given)).data,
  } as Inference
}
