/** An answer as the path style and `withResponse()` give it: body, status, headers, nothing thrown away. */
import { type RateLimit, readRateLimit } from './rate-limit.ts'

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

export async function readReply(response: Response): Promise<Reply> {
  const body = await readBody(response)
  return response.ok || (response.status >= 300 && response.status < 400)
    ? new SuccessReply(response, body)
    : new FailureReply(response, body)
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

class SuccessReply extends ReceivedReply {
  readonly ok = true
  readonly data: unknown

  constructor(response: Response, data: unknown) {
    super(response)
    this.data = data
  }
}

class FailureReply extends ReceivedReply {
  readonly ok = false
  readonly error: unknown

  constructor(response: Response, error: unknown) {
    super(response)
    this.error = error
  }
}

/** JSON parsed, text of any kind as a string, anything else as bytes, nothing as `undefined`. */
async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) {
    const text = await response.text()
    if (text === '') return undefined
    try {
      return JSON.parse(text)
    } catch (error) {
      if (response.ok) throw error
      return text
    }
  }
  if (type.startsWith('text/') || type.includes('yaml')) return response.text()
  const bytes = await response.arrayBuffer()
  return bytes.byteLength === 0 ? undefined : bytes
}
