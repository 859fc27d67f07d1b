/** Prepares the messages of one session for the PGlite that it shares: names of statements, COPY, and batches that end with a reply. */
import { encodeError, encodeMessage, type Message, parseText, PostgresError, readyForQuery, splitMessages } from './wire.ts'

/** Session of a client at the shared server. */
export interface Session {
  readonly id: number
  readonly user: string
  settings: ReadonlyMap<string, string>
  /** True after a statement that may have changed settings. */
  changesSettings: boolean
  /** Prepared statements by the client's names: the name at the server, and true for a COPY. */
  readonly statements: Map<string, { readonly name: string; readonly isCopy: boolean }>
  /** Last Parse message of the unnamed statement, which other sessions replace. */
  unnamed: Buffer | undefined
}

/** Executes messages of a session. A batch that is not complete ends with Flush, and the session keeps the server. @throws PostgresError */
export type RunBatch = (batch: readonly Buffer[], isComplete: boolean) => Promise<Buffer>

/** Size of the messages before the one that asks for a reply, with the data of a COPY. */
const maxBatchBytes = 256 * 2 ** 20

/** Follows whatever is executed: PGlite would stop when a COPY that was not recognized waits for data. Servers ignore it otherwise. */
const copyGuard = encodeMessage('f', 'PGlite accepts COPY FROM STDIN only as the first command of a query')

const isCopyIn = (sql: string) => /^(?:\s|--.*\n|\/\*.*?\*\/)*copy\b[^;]*\bfrom\s+stdin\b/is.test(sql)

/** CopyInResponse without a description of the columns, which clients do not need. */
const copyInResponse = encodeMessage('G', Buffer.of(0, 0, 0))

export class SessionMessages {
  readonly #session: Session
  readonly #names: Set<string>
  readonly #run: RunBatch
  #batch: Buffer[] = []
  #size = 0
  /** True from a failed Flush to Sync. */
  #isSkipping = false
  /** Type of the message whose COPY waits for data: `Q` or `E`. */
  #copy: string | undefined
  /** True if the next reply contains a CopyInResponse that was already sent. */
  #hidesCopyIn = false
  readonly #copyPortals = new Set<string>()

  /** @param names names of prepared statements at the server, of all sessions */
  constructor(session: Session, names: Set<string>, run: RunBatch) {
    this.#session = session
    this.#names = names
    this.#run = run
  }

  /** Handles a message of the client and yields replies. @throws PostgresError that ends the session */
  async *handle(message: Message): AsyncGenerator<Buffer> {
    const { type, body, bytes } = message
    if (this.#isSkipping) {
      if (type !== 'S') return
      this.#isSkipping = false
      yield readyForQuery
    } else if (this.#copy !== undefined) yield* this.#addCopyData(message)
    else if (type === 'P') this.#parse(message)
    else if (type === 'B') this.#bind(body)
    else if (type === 'D' || type === 'C') this.#refer(message)
    else if (type === 'Q' || type === 'E') yield* this.#execute(message)
    else if (type === 'S' || type === 'H' || type === 'F') {
      this.#add(bytes)
      yield* this.#flush(type !== 'H')
      // Data of a COPY that failed is ignored.
    } else if (!'dcf'.includes(type)) throw new PostgresError('08P01', `invalid frontend message type ${type.codePointAt(0)}`)
  }

  #add(...messages: readonly Buffer[]): void {
    for (const { length } of messages) this.#size += length
    if (this.#size > maxBatchBytes)
      throw new PostgresError('54000', `more than ${maxBatchBytes / 2 ** 20} MiB were sent before a reply was due`)
    this.#batch.push(...messages)
  }

  /** Executes the batch and returns false after an error. An error of the queue does not end the session. */
  async *#flush(isComplete: boolean): AsyncGenerator<Buffer, boolean> {
    const batch = this.#batch
    this.#batch = []
    this.#size = 0
    if (batch.length === 0) return true
    try {
      const reply = await this.#run(batch, isComplete)
      const messages = splitMessages(reply)
      yield this.#hidesCopyIn ? Buffer.concat(messages.filter(({ type }) => type !== 'G').map(({ bytes }) => bytes)) : reply
      return !messages.some(({ type }) => type === 'E')
    } catch (error) {
      if (!(error instanceof PostgresError) || error.code === '57P02') throw error
      yield encodeError(error, 'ERROR')
      if (isComplete) yield readyForQuery
      this.#isSkipping = !isComplete
      return false
    } finally {
      this.#hidesCopyIn = false
    }
  }

  async *#execute(message: Message): AsyncGenerator<Buffer> {
    const [text] = parseText(message.body)
    const isQuery = message.type === 'Q'
    if (isQuery) this.#noteStatement(text)
    if (isQuery ? isCopyIn(text) : this.#copyPortals.has(text)) return yield* this.#startCopy(message)
    this.#add(message.bytes, copyGuard)
    if (isQuery) yield* this.#flush(true)
  }

  /** Tells the client to send the data of a COPY, unless an earlier message failed. */
  async *#startCopy({ type, bytes }: Message): AsyncGenerator<Buffer> {
    const isAllowed = yield* this.#flush(false)
    if (this.#isSkipping) return
    this.#add(bytes)
    if (!isAllowed) return
    this.#copy = type
    yield copyInResponse
  }

  async *#addCopyData({ type, bytes }: Message): AsyncGenerator<Buffer> {
    // Sync and Flush have no meaning here.
    if (type === 'S' || type === 'H') return
    if (!'dcf'.includes(type)) throw new PostgresError('08P01', `unexpected message type "${type}" during COPY from stdin`)
    this.#add(bytes)
    if (type === 'd') return
    const isQuery = this.#copy === 'Q'
    this.#copy = undefined
    this.#hidesCopyIn = true
    if (isQuery) yield* this.#flush(true)
  }

  #noteStatement(sql: string): void {
    this.#session.changesSettings ||= /\bset|\breset|\bdiscard/i.test(sql)
  }

  /** Returns the name at the server: that of the client, unless another session has it. */
  #rename(name: string): string {
    const { statements, id } = this.#session
    return statements.get(name)?.name ?? (this.#names.has(name) ? `${name}~${id}` : name)
  }

  #parse({ body, bytes }: Message): void {
    const [name, rest] = parseText(body)
    const [sql] = parseText(rest)
    this.#noteStatement(sql)
    const statement = { name: this.#rename(name), isCopy: isCopyIn(sql) }
    this.#session.statements.set(name, statement)
    if (name === '') this.#session.unnamed = bytes
    else this.#names.add(statement.name)
    this.#add(encodeMessage('P', statement.name, rest))
  }

  #bind(body: Buffer): void {
    const [portal, rest] = parseText(body)
    const [name, values] = parseText(rest)
    if (this.#session.statements.get(name)?.isCopy) this.#copyPortals.add(portal)
    else this.#copyPortals.delete(portal)
    this.#add(encodeMessage('B', portal, this.#rename(name), values))
  }

  /** Describe and Close, of a statement or a portal. */
  #refer({ type, body, bytes }: Message): void {
    if (body.toString('latin1', 0, 1) !== 'S') return this.#add(bytes)
    const [name] = parseText(body.subarray(1))
    const known = this.#rename(name)
    this.#add(encodeMessage(type, Buffer.from('S'), known))
    if (type === 'D' || !this.#session.statements.delete(name)) return
    this.#names.delete(known)
    if (name === '') this.#session.unnamed = undefined
  }
}
