/** Bytes over a socket of their own, and what comes back: no HTTP client in between that would put anything right. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseResponses, type WireResponse } from './parse-responses.ts'

/** Something to send, a pause in milliseconds, or the end: of sending only (`half`), or of the connection, without a farewell (`reset`). */
export type SendStep = string | Uint8Array | { readonly pause: number } | { readonly end: 'half' | 'reset' }

export interface ByteExchange {
  readonly responses: readonly WireResponse[]
  /** What came and is no answer. */
  readonly rest: string
  /** Whether the other side ended the connection. */
  readonly isClosed: boolean
}

export interface ExpectedEnd {
  readonly responses: number
  readonly isClosed: boolean
}

/** So long an answer may take. */
const maxResponseMs = 4000
/** So long what must not come is waited for. */
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
    // What a reset says is that it is over; the answers tell whether it came in time.
    socket.on('end', close).on('close', close).on('error', close)
  })
  await sendSteps(socket, steps)
  // Nothing can come back over a connection that was torn.
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
