/**
 * Standard input and output as a transport of the SDK. Other than the SDK's own it answers what is in flight when standard input ends, so
 * that `printf … | spindrift-mcp` works, writes answers that are ready at the same time at once, and leaves plain reads to `direct-reads.ts`.
 */
import { type JSONRPCMessage, parseJSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/server'
import { createDirectReads, type DirectReads, type FindRead } from './direct-reads.ts'

/** Bytes of one message. A line that goes on beyond it ends the connection. */
const largest = 4 * 1024 * 1024
/** Milliseconds after the end of standard input within which what is in flight is answered. */
const longestEnd = 120_000

const skipped = 'A line that is no JSON-RPC message was skipped.'

function readMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void

  readonly #reads: DirectReads
  readonly #onEnd: () => void
  /** Requests that the SDK has not answered, and those that it made itself. */
  readonly #given = new Set<RequestId>()
  readonly #asked = new Set<RequestId>()
  #opening: RequestId | undefined
  /** The client has begun as those of 2025-11-25 and before do; later ones say with each call who they are, which is the SDK's business. */
  #isOpen = false
  #parts: Buffer[] = []
  #size = 0
  #out = ''
  #isEnded = false
  #isClosed = false

  constructor(findRead: FindRead, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#reads = createDirectReads({
      findRead,
      write: (line) => this.#write(line),
      giveBack: (message) => this.#give(message),
      onSettled: () => this.#closeWhenAnswered(),
    })
  }

  start(): Promise<void> {
    const end = () => this.#end()
    process.stdin
      .on('data', this.#read)
      .on('error', (error) => this.onerror?.(error))
      .once('end', end)
      .once('close', end)
    process.stdout.on('error', (error) => {
      if (!this.#isClosed) this.onerror?.(error)
      void this.close()
    })
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed.'))
    this.#write(JSON.stringify(message))
    if ('method' in message) {
      if ('id' in message) this.#asked.add(message.id)
    } else if (message.id !== undefined) {
      this.#given.delete(message.id)
      if (message.id === this.#opening && 'result' in message) this.#isOpen = true
    }
    this.#closeWhenAnswered()
    return Promise.resolve()
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#flush()
    this.#isClosed = true
    process.stdin.off('data', this.#read).pause()
    this.#reads.cancelAll()
    this.onclose?.()
    this.#onEnd()
    return Promise.resolve()
  }

  readonly #read = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size > largest) {
      this.onerror?.(new Error(`A message has at most ${largest} bytes.`))
      void this.close()
      return
    }
    this.#parts.push(chunk)
    const end = chunk.lastIndexOf(10)
    if (end === -1) return
    const whole = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
    const rest = chunk.subarray(end + 1)
    const text = whole.toString('utf8', 0, whole.length - rest.length)
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#size = rest.length
    for (const line of text.split('\n')) this.#readLine(line)
  }

  #readLine(line: string): void {
    if (this.#isClosed || line.length < 2) return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      this.onerror?.(new Error(skipped))
      return
    }
    if (!this.#isOpen || !this.#reads.take(message)) this.#give(message)
  }

  #give(value: unknown): void {
    const message = readMessage(value)
    if (!message) {
      this.onerror?.(new Error(skipped))
      return
    }
    try {
      if ('method' in message) {
        if ('id' in message) this.#note(message.id, message.method)
        else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.['requestId'])
      } else if (message.id !== undefined) this.#asked.delete(message.id)
      this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error as Error)
    }
  }

  #note(id: RequestId, method: string): void {
    // It is answered when the connection ends, and not before.
    if (method !== 'subscriptions/listen') this.#given.add(id)
    if (method === 'initialize') this.#opening = id
  }

  /** What is cancelled is not answered. */
  #cancel(id: unknown): void {
    this.#given.delete(id as RequestId)
    this.#reads.cancel(id)
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#readLine(Buffer.concat(this.#parts).toString())
    setTimeout(() => void this.close(), longestEnd).unref()
    this.#closeWhenAnswered()
  }

  /** A call that waits for an answer of the person at the client waits for nothing. */
  #closeWhenAnswered(): void {
    if (this.#isEnded && this.#given.size + this.#reads.count() <= this.#asked.size) void this.close()
  }

  #write(line: string): void {
    if (this.#isClosed) return
    if (this.#out === '') setImmediate(() => this.#flush())
    this.#out += `${line}\n`
  }

  #flush(): void {
    if (this.#out !== '') process.stdout.write(this.#out)
    this.#out = ''
  }
}
