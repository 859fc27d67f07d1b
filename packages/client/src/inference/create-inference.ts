/** Client of models and agents: chats, responses, messages, embeddings and images, streamed or not. */
import type { ChatCompletion, ChatCompletionCreate } from '@spindrift/types/chat'
import type { EmbeddingsCreate } from '@spindrift/types/embeddings'
import type { ImageGeneration, ImageGenerationCreate } from '@spindrift/types/image-generations'
import type { MessageCreate, MessageReply } from '@spindrift/types/messages'
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
import { addStreams } from './add-streams.ts'
import { decodeEmbeddings, type Embeddings } from './decode-embedding.ts'
import type { ChatStream, ImageStream, MessageStream, ResponseStream } from './streams.ts'

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
   * for await (const piece of inference.chat({ model, messages, stream: true }).textStream) process.stdout.write(piece)
   * ```
   */
  chat(body: StreamedRequest<ChatCompletionCreate>, options?: CallOptions): ChatStream
  chat(body: PlainRequest<ChatCompletionCreate>, options?: CallOptions): Call<ChatCompletion>
  /** Completes a chat with an agent, at the base URL of the `agent` API. */
  agent(body: StreamedRequest<ChatCompletionCreate>, options?: CallOptions): ChatStream
  agent(body: PlainRequest<ChatCompletionCreate>, options?: CallOptions): Call<ChatCompletion>
  /** Creates a model response. Streams events, or chunks with `stream_options.include_usage`. */
  responses(body: StreamedRequest<ModelResponseCreate>, options?: CallOptions): ResponseStream
  responses(body: PlainRequest<ModelResponseCreate>, options?: CallOptions): Call<ModelResponse>
  /** Creates a message, whose content is a list of typed blocks. */
  messages(body: StreamedRequest<MessageCreate>, options?: CallOptions): MessageStream
  messages(body: PlainRequest<MessageCreate>, options?: CallOptions): Call<MessageReply>
  /** Generates images. A stream yields previews; `finalReply()` returns the finished image. */
  images(body: StreamedRequest<ImageGenerationCreate>, options?: CallOptions): ImageStream
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
  const { apis: own } = client
  const apis = { ...own, inference: { ...credential, ...own?.['inference'] }, agent: { ...credential, ...own?.['agent'] } }
  const send = createTransport({ ...client, apis })
  const { create: chat } = bindFamily<ChatFamily>(chatTable, send, addStreams).completions
  const { create: agent } = bindFamily<AgentInferenceFamily>(agentInferenceTable, send, addStreams).completions
  const { create: responses } = bindFamily<ResponsesFamily>(responsesTable, send, addStreams)
  const { create: messages } = bindFamily<MessagesFamily>(messagesTable, send, addStreams)
  const { create: images } = bindFamily<ImageGenerationsFamily>(imageGenerationsTable, send, addStreams)
  const { create: embed } = bindFamily<EmbeddingsFamily>(embeddingsTable, send)
  const { list } = bindFamily<ModelsFamily>(modelsTable, send)
  return {
    chat,
    agent,
    responses,
    messages,
    images,
    embeddings: async (body, callOptions) => decodeEmbeddings(await embed({ body: { encoding_format: 'base64', ...body } }, callOptions)),
    models: async (callOptions) => (await list({}, callOptions)).data,
  } as Inference
}
