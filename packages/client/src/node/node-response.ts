/** A `Response` that reads its text from undici directly, and creates a web stream only if the body is used as one. */
/// <reference types="node" />
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { toWebStream } from './to-web-stream.ts'
import { decodeBody } from './decode-body.ts'

/** Bytes that undici buffers before a body is read. Larger unread bodies hold their connection. */
const smallBody = 65_536

/** Destroys the bodies of responses that were garbage-collected unread. */
const unreadBodies = new FinalizationRegistry<Readable>((body) => body.on('error', () => {}).destroy())

/** A request as it was sent. */
export interface NodeRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: string | Uint8Array | undefined
  readonly signal: AbortSignal | null
}

export class NodeResponse extends Response {
  readonly #sent: NodeRequest
  readonly #received: Dispatcher.ResponseData
  /** True once undici has read the body as text. */
  #isRead = false
  /** The response with its body as a web stream. */
  #streamed: Response | undefined

  constructor(nodeRequest: NodeRequest, received: Dispatcher.ResponseData) {
    const { statusCode: status, statusText, headers, body } = received
    super(null, { status, statusText, headers: formatHeaders(headers) })
    this.#sent = nodeRequest
    this.#received = received
    if (nodeRequest.method === 'HEAD' || status === 204 || status === 205 || status === 304) this.#streamed = new Response(null, this)
    else if (!(Number(headers['content-length']) <= smallBody)) unreadBodies.register(this, body, this)
  }

  override get url(): string {
    return this.#sent.url
  }

  override get body(): Response['body'] {
    return this.#stream().body
  }

  override get bodyUsed(): boolean {
    return this.#streamed?.bodyUsed ?? this.#isRead
  }

  override text(): Promise<string> {
    const { headers, body } = this.#received
    if (this.#streamed || this.#isRead || headers['content-encoding'] !== undefined) return this.#stream().text()
    unreadBodies.unregister(this)
    this.#isRead = true
    return body.text().catch((error: unknown) => {
      throw this.#explain(error)
    })
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#stream().arrayBuffer()
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#stream().bytes()
  }

  override blob(): Promise<Blob> {
    return this.#stream().blob()
  }

  override formData(): Promise<FormData> {
    return this.#stream().formData()
  }

  override clone(): Response {
    return this.#stream().clone()
  }

  #stream(): Response {
    if (this.#streamed) return this.#streamed
    unreadBodies.unregister(this)
    if (this.#isRead) {
      this.#streamed = new Response('', this)
      void this.#streamed.text()
    } else {
      const unpacked = decodeBody(this.#received.body, this.headers.get('content-encoding'))
      this.#streamed = new Response(
        toWebStream(unpacked, (error) => this.#explain(error)),
        this,
      )
    }
    return this.#streamed
  }

  #explain(error: unknown): unknown {
    const { signal } = this.#sent
    return signal?.aborted ? signal.reason : new TypeError('terminated', { cause: error })
  }
}

/** Converts headers; repeated ones are arrays in undici. Without any, the object is used directly, which is faster. */
function formatHeaders(headers: Dispatcher.ResponseData['headers']): HeadersInit {
  if (!Object.values(headers).some(Array.isArray)) return headers as Record<string, string>
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]))
}
