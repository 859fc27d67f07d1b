/** Sends bytes over a raw socket and reads the responses, without an HTTP client that could correct them. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes to send, a pause in milliseconds, or the end: of the sending side (`half`) or of the connection (`reset`). */
export type SendStep = string | Uint8Array | { readonly pause: number } | { readonly end: 'half' | 'reset' }

export interface WireResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface ByteExchange {
  readonly responses: readonly WireResponse[]
  /** Received bytes that are no response. */
  readonly rest: string
  /** True if the server closed the connection. */
  readonly isClosed: boolean
}

/** Maximum time for a response. */
const maxResponseMs = 6000
/** Time to wait for unexpected data. */
const graceMs = 25

/** @param expected the exchange ends with this number of responses, or with the end of the connection */
export async function exchangeBytes(
  port: number,
  steps: readonly SendStep[],
  expected: { readonly responses: number; readonly closes: boolean },
): Promise<ByteExchange> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const chunks: Buffer[] = []
  let isClosed = false
  const parseReceived = (): ByteExchange => ({ ...parseResponses(Buffer.concat(chunks)), isClosed })
  const done = new Promise<void>((resolve) => {
    const check = () => {
      if (isClosed || (!expected.closes && parseReceived().responses.length >= expected.responses)) resolve()
    }
    const close = () => {
      isClosed = true
      check()
    }
    socket.on('data', (chunk) => (chunks.push(chunk), check()))
    // After a reset, the responses show whether it came in time.
    socket.on('end', close).on('close', close).on('error', close)
  })
  await sendSteps(socket, steps)
  // A reset connection returns nothing.
  const isTorn = steps.some((step) => typeof step === 'object' && 'end' in step && step.end === 'reset')
  await Promise.race([done, sleep(isTorn ? graceMs : maxResponseMs)])
  await sleep(graceMs)
  const exchanged = parseReceived()
  socket.destroy()
  return exchanged
}

async function sendSteps(socket: Socket, steps: readonly SendStep[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return
    if (typeof step === 'string') socket.write(step, 'latin1')
    else if (step instanceof Uint8Array) socket.write(step)
    else if ('pause' in step) await sleep(step.pause)
    else if (step.end === 'half') socket.end()
    else socket.resetAndDestroy()
  }
}

/** Parses responses strictly by their Content-Length, which every response of the sandbox with a body has. */
export function parseResponses(bytes: Buffer): Pick<ByteExchange, 'responses' | 'rest'> {
  const responses: WireResponse[] = []
  let at = 0
  for (;;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    const [first = '', ...lines] = headEnd === -1 ? [] : bytes.toString('latin1', at, headEnd).split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/.exec(first) ?? []
    const pairs = lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string])
    if (status === undefined || pairs.some(([name]) => !/^[\w-]+$/.test(name))) break
    const headers = new Headers(pairs)
    const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0)
    if (bytes.length < bodyEnd) break
    responses.push({ status: Number(status), headers, text: bytes.toString('utf8', headEnd + 4, bodyEnd) })
    at = bodyEnd
  }
  return { responses, rest: bytes.toString('latin1', at) }
}
