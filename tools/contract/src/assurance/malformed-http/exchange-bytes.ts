/** Sends bytes over a raw socket and reads the responses, without an HTTP client that could correct them. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseResponses, type WireResponse } from './parse-responses.ts'

/** Bytes to send, a pause in milliseconds, or the end: of the sending side (`half`) or of the connection (`reset`). */
export type SendStep = string | Uint8Array | { readonly pause: number } | { readonly end: 'half' | 'reset' }

export interface ByteExchange {
  readonly responses: readonly WireResponse[]
  /** Received bytes that are no response. */
  readonly rest: string
  /** True if the server closed the connection. */
  readonly isClosed: boolean
}

export interface ExpectedEnd {
  readonly responses: number
  readonly isClosed: boolean
}

/** Maximum time for a response. */
const maxResponseMs = 4000
/** Time to wait for unexpected data. */
const graceMs = 25

export async function exchangeBytes(
  port: number,
  steps: readonly SendStep[],
  awaited: ExpectedEnd,
  maxMs = maxResponseMs,
): Promise<ByteExchange> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const chunks: Buffer[] = []
  let isClosed = false
  const parseReceived = (): ByteExchange => ({ ...parseResponses(Buffer.concat(chunks), isClosed), isClosed })
  const done = new Promise<void>((resolve) => {
    const check = () => {
      if (isClosed || (!awaited.isClosed && parseReceived().responses.length >= awaited.responses)) resolve()
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
  await Promise.race([done, sleep(isTorn ? graceMs : maxMs)])
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
