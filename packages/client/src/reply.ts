/** An answer as the path style and `withResponse()` give it: body, status, headers, nothing thrown away. */
import { CloudError } from './errors.ts'
import { hideSecrets, readRequestId, type Sent } from './hide-secrets.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import type { Answer } from './transport.ts'

interface Received {
  /** The answer itself. Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

/** A reply with a status below 400. */
export interface Succeeded<Status extends number, Body> extends Received {
  /** Tells a success from a failure. */
  readonly ok: true
  /** Says which body it has. */
  readonly status: Status
  /** The body. */
  readonly data: Body
}

/** A reply with a status of 400 or above. */
export interface Failed<Status extends number, Body> extends Received {
  /** Tells a failure from a success. */
  readonly ok: false
  /** Says which body it has. */
  readonly status: Status
  /** The body: what the platform says is wrong. */
  readonly error: Body
}

export type Reply = Succeeded<number, unknown> | Failed<number, unknown>

/** Asks once more where the body broke off, as far as the call's retries allow. */
export async function readReply(answer: Answer): Promise<Reply> {
  const { response, again } = answer
  let body
  try {
    body = await readBody(answer)
  } catch (error) {
    return readReply(await again(error))
  }
  const ok = response.status < 400
  return Object.assign(new ReceivedReply(response, answer), ok ? { ok, data: body } : { ok, error: body }) as Reply
}

/** The headers are only looked at when someone asks. */
export class ReceivedReply implements Received {
  readonly response: Response
  readonly #sent: Sent

  constructor(response: Response, sent: Sent) {
    this.response = response
    this.#sent = sent
  }

  get status(): number {
    return this.response.status
  }

  get requestId(): string | undefined {
    return readRequestId(this.response, this.#sent)
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.response.headers)
  }
}

/** JSON becomes what it says, other text a string, anything else bytes, nothing `undefined`. */
async function readBody(answer: Answer): Promise<unknown> {
  const { operation, bearer, request, maxReplyBytes = 2 ** 27 } = answer
  const { status, bodyUsed, headers } = answer.response
  if (status === 204 || status === 304) return undefined
  if (bodyUsed) throw new CloudError(`${operation}: the body was read already.`)
  // A length that is told is kept to, but not after unpacking.
  const isBounded = Number(headers.get('content-length') ?? Number.NaN) <= maxReplyBytes && !headers.has('content-encoding')
  const response = isBounded ? answer.response : await (await import('./bound-reply.ts')).boundReply(answer, maxReplyBytes)
  const type = headers.get('content-type') ?? ''
  const isJson = /[/+]json\s*(;|$)/i.test(type)
  if (!isJson && !/^text\/|yaml/i.test(type)) {
    const bytes = await response.arrayBuffer()
    return bytes.byteLength === 0 ? undefined : bytes
  }
  const content = await response.text()
  const isRefused = status >= 400
  const text = isRefused ? hideSecrets(content, bearer, request) : content
  if (!isJson) return text
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (isRefused) return text
    throw new CloudError(`${operation}: ${status}, but the body is not the JSON it is said to be.`, { cause })
  }
}
