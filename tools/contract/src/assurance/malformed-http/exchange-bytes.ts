/** Bytes over a socket of their own, and what comes back: no HTTP client in between that would put anything right. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAnswers, type WireAnswer } from './parse-responses.ts'

/** Something to send, a pause in milliseconds, or the end: of sending only (`half`), or of the connection, without a farewell (`reset`). */
export type Step = string | Uint8Array | { readonly pause: number } | { readonly end: 'half' | 'reset' }

export interface Exchanged {
  readonly answers: readonly WireAnswer[]
  /** What came and is no answer. */
  readonly rest: string
  /** Whether the other side ended the connection. */
  readonly isClosed: boolean
}

export interface Awaited {
  readonly answers: number
  readonly isClosed: boolean
}

/** So long an answer may take. */
const patience = 4000
/** So long what must not come is waited for. */
const afterwards = 25

export async function exchangeBytes(port: number, steps: readonly Step[], awaited: Awaited, maxLength = patience): Promise<Exchanged> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const chunks: Buffer[] = []
  let isClosed = false
  const look = (): Exchanged => ({ ...parseAnswers(Buffer.concat(chunks), isClosed), isClosed })
  const done = new Promise<void>((resolve) => {
    const check = () => {
      if (isClosed || (!awaited.isClosed && look().answers.length >= awaited.answers)) resolve()
    }
    const close = () => {
      isClosed = true
      check()
    }
    socket.on('data', (chunk) => (chunks.push(chunk), check()))
    // What a reset says is that it is over; the answers tell whether it came in time.
    socket.on('end', close).on('close', close).on('error', close)
  })
  await send(socket, steps)
  // Nothing can come back over a connection that was torn.
  const isTorn = steps.some((step) => typeof step === 'object' && 'end' in step && step.end === 'reset')
  await Promise.race([done, sleep(isTorn ? afterwards : maxLength)])
  await sleep(afterwards)
  const exchanged = look()
  socket.destroy()
  return exchanged
}

async function send(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return
    if (typeof step === 'string') socket.write(step, 'latin1')
    else if (step instanceof Uint8Array) socket.write(step)
    else if ('pause' in step) await sleep(step.pause)
    else if (step.end === 'half') socket.end()
    else socket.resetAndDestroy()
  }
}
