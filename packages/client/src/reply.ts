/** An answer as the path style and `withResponse()` give it: body, status, headers, nothing thrown away. */
import { CloudError } from './errors.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import type { Answer } from './transport.ts'

interface Received {
  /** The answer itself. Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

export interface Succeeded<Status extends number, Body> extends Received {
  readonly ok: true
  readonly status: Status
  readonly data: Body
}

export interface Failed<Status extends number, Body> extends Received {
  readonly ok: false
  readonly status: Status
  readonly error: Body
}

export type Reply = Succeeded<number, unknown> | Failed<number, unknown>

export async function readReply(answer: Answer): Promise<Reply> {
  const { response } = answer
  const body = await readBody(answer)
  return Object.assign(
    new ReceivedReply(response),
    response.status < 400 ? { ok: true as const, data: body } : { ok: false as const, error: body },
  )
}

/** The headers are only looked at when someone asks. */
class ReceivedReply implements Received {
  readonly response: Response

  constructor(response: Response) {
    this.response = response
  }

  get status(): number {
    return this.response.status
  }

  get requestId(): string | undefined {
    return this.response.headers.get('x-request-id') ?? undefined
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.response.headers)
  }
}

/** JSON parsed, text of any kind as a string, anything else as bytes, nothing as `undefined`. */
async function readBody({ operation, response, explain }: Answer): Promise<unknown> {
  const { status, bodyUsed, headers } = response
  if (status === 204 || status === 304) return undefined
  if (bodyUsed) throw new CloudError(`${operation}: the body was read already, through asResponse().`)
  const type = headers.get('content-type') ?? ''
  const isJson = /[/+]json\s*(;|$)/i.test(type)
  let content
  try {
    content = isJson || /^text\/|yaml/i.test(type) ? await response.text() : await response.arrayBuffer()
  } catch (error) {
    throw explain(error, response)
  }
  if (typeof content !== 'string') return content.byteLength === 0 ? undefined : content
  if (!isJson) return content
  if (content === '') return undefined
  try {
    return JSON.parse(content)
  } catch (error) {
    if (status >= 400) return content
    throw new CloudError(`${operation}: ${status}, but the body is not the JSON it is said to be.`, { cause: error })
  }
}
