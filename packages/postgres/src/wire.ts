/** Messages of the PostgreSQL wire protocol, version 3. */
import type { Duplex } from 'node:stream'

/** Error that a client receives as an ErrorResponse. The code is an SQLSTATE. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

export interface Message {
  readonly type: string
  readonly body: Buffer
  /** The whole message: type, length and body. */
  readonly bytes: Buffer
}

/** Longest startup packet that PostgreSQL accepts. */
const maxStartupBytes = 10_000
/** Longest message of a session, for example a row of COPY. */
const maxMessageBytes = 64 * 2 ** 20

const events = ['readable', 'end', 'close'] as const

/** Reads messages of a socket or a similar stream. */
export class MessageReader {
  readonly #stream: Duplex
  #wake = () => {}
  // One listener for all reads: a new one would be called at once while a message is incomplete.
  readonly #onChange = () => this.#wake()

  constructor(stream: Duplex) {
    this.#stream = stream
    for (const event of events) stream.on(event, this.#onChange)
  }

  /** @throws PostgresError 08P01 when the length is invalid */
  async readMessage(maxBytes = maxMessageBytes): Promise<Message> {
    const header = await this.#readBytes(5)
    const length = header.readInt32BE(1)
    if (length < 4 || length > maxBytes) throw new PostgresError('08P01', 'invalid message length')
    const body = await this.#readBytes(length - 4)
    return { type: String.fromCharCode(header.readUInt8(0)), body, bytes: Buffer.concat([header, body]) }
  }

  /** Reads a startup packet, which has no type. @throws PostgresError 08P01 */
  async readStartup(): Promise<Buffer> {
    const length = (await this.#readBytes(4)).readInt32BE(0)
    if (length < 8 || length > maxStartupBytes) throw new PostgresError('08P01', 'invalid length of startup packet')
    return this.#readBytes(length - 4)
  }

  /** Leaves the rest of the stream to others. */
  release(): void {
    for (const event of events) this.#stream.off(event, this.#onChange)
  }

  /** @throws Error when the stream ends before */
  async #readBytes(count: number): Promise<Buffer> {
    if (count === 0) return Buffer.alloc(0)
    for (;;) {
      const bytes = this.#stream.read(count) as Buffer | null
      if (bytes?.length === count) return bytes
      if (bytes || this.#stream.readableEnded || this.#stream.destroyed) throw new Error('The connection ended.')
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** @throws PostgresError 08P01, 28000 */
export function parseStartup(packet: Buffer): ReadonlyMap<string, string> {
  const words = packet.toString('utf8', 4).split('\0')
  // Pairs of name and value, then an empty name.
  if (packet.at(-1) !== 0 || words.length % 2 !== 0) throw new PostgresError('08P01', 'invalid startup packet layout')
  const parameters = new Map<string, string>()
  for (let at = 0; words[at]; at += 2) parameters.set(words[at] ?? '', words[at + 1] ?? '')
  if (!parameters.get('user')) throw new PostgresError('28000', 'no PostgreSQL user name specified in startup packet')
  return parameters
}

/** Encodes a startup packet of protocol version 3.0. */
export function encodeStartup(parameters: Iterable<readonly [string, string]>): Buffer {
  const words = [...parameters].flatMap(([name, value]) => [name, value])
  return encodeMessage('', 3 << 16, ...words, Buffer.of(0))
}

/** Encodes a message. A text gets a null byte at its end, a number becomes an Int32. A startup packet has an empty type. */
export function encodeMessage(type: string, ...parts: readonly (string | number | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : toBytes(part))))
  return Buffer.concat([Buffer.from(type, 'latin1'), toBytes(body.length + 4), body])
}

function toBytes(part: number | Uint8Array): Uint8Array {
  if (typeof part !== 'number') return part
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(part)
  return bytes
}

/** @param severity `FATAL` if the connection ends with the error */
export function encodeError({ code, message, hint }: PostgresError, severity: 'ERROR' | 'FATAL' = 'FATAL'): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${message}`, ...(hint === undefined ? [] : [`H${hint}`])]
  return encodeMessage('E', ...fields, Buffer.of(0))
}

export const readyForQuery = encodeMessage('Z', Buffer.from('I'))

/** Splits replies of a server into messages. */
export function splitMessages(bytes: Buffer): Message[] {
  const messages: Message[] = []
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    messages.push({ type: String.fromCharCode(bytes.readUInt8(at)), body: bytes.subarray(at + 5, end), bytes: bytes.subarray(at, end) })
    at = end
  }
  return messages
}

/** Splits a null-terminated text from the bytes after it. @throws PostgresError 08P01 */
export function parseText(body: Buffer): readonly [text: string, rest: Buffer] {
  const end = body.indexOf(0)
  if (end === -1) throw new PostgresError('08P01', 'invalid string in message')
  return [body.toString('utf8', 0, end), body.subarray(end + 1)]
}

/** Parses the rows of replies to a simple query with one column. @throws PostgresError of the first ErrorResponse */
export function parseRows(messages: readonly Message[]): string[] {
  const error = messages.find(({ type }) => type === 'E')
  if (error) {
    const fields = new Map(Array.from(error.body.toString().split('\0'), (field) => [field[0], field.slice(1)]))
    throw new PostgresError(fields.get('C') ?? 'XX000', fields.get('M') ?? 'The server sent an error without a message.', fields.get('H'))
  }
  // A row has the number of columns, then the length and the text of each.
  return messages.filter(({ type }) => type === 'D').map(({ body }) => body.toString('utf8', 6))
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteText(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
