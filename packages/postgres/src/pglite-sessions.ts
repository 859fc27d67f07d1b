/**
 * Sessions that share one PGlite, which has a single session of its own. Each has it from the first message of a transaction to the end
 * of the transaction. Its user, its settings and its unnamed statement are put back before.
 */
import type { Duplex } from 'node:stream'
import { type Session, SessionMessages } from './pglite-messages.ts'
import { superuser } from './server.ts'
import { encodeError, encodeMessage, parseRows, parseStartup, PostgresError, quoteName, quoteText } from './wire.ts'
import { MessageReader, readyForQuery, splitMessages } from './wire.ts'

/** Time that a session waits for the transaction of another one to end. */
const maxWaitMs = 10_000

const sync = encodeMessage('S')

const settingsQuery = "SELECT name, setting FROM pg_settings WHERE source = 'session' UNION ALL SELECT 'role', current_user"

/** Settings that a server reports when a session starts. */
const reportQuery = `SELECT name, setting FROM pg_settings WHERE name IN ('application_name', 'client_encoding', 'DateStyle',
  'default_transaction_read_only', 'in_hot_standby', 'integer_datetimes', 'IntervalStyle', 'scram_iterations', 'search_path', 'server_encoding',
  'server_version', 'standard_conforming_strings', 'TimeZone') UNION ALL SELECT 'session_authorization', session_user`

export class PgliteSessions {
  readonly #execute: (batch: Buffer) => Promise<Buffer>
  readonly #turns = new Turns()
  /** Names of prepared statements at the server. */
  readonly #names = new Set<string>()
  /** Session whose user and settings the server has. */
  #current: Session | undefined
  #opened = 0
  #open = 0

  /** @param execute sends messages to the server and returns the replies */
  constructor(execute: (batch: Buffer) => Promise<Buffer>) {
    this.#execute = execute
  }

  /** Serves a session until its stream ends. */
  async serve(stream: Duplex): Promise<void> {
    stream.on('error', () => stream.destroy())
    const reader = new MessageReader(stream)
    const id = ++this.#opened
    let session: Session | undefined
    try {
      const started = createSession(id, parseStartup(await reader.readStartup()))
      const reply = await this.#run(started, [encodeMessage('Q', reportQuery)], true)
      session = started
      this.#open += 1
      const statuses = parseRows(splitMessages(reply)).map((row) => encodeMessage('S', ...row))
      stream.write(Buffer.concat([encodeMessage('R', 0), ...statuses, encodeMessage('K', id, 0), readyForQuery]))
      const messages = new SessionMessages(started, this.#names, (batch, isComplete) => this.#run(started, batch, isComplete))
      for (let message = await reader.readMessage(); message.type !== 'X'; message = await reader.readMessage())
        for await (const bytes of messages.handle(message)) stream.write(bytes)
      stream.end()
    } catch (error) {
      if (error instanceof PostgresError) stream.end(encodeError(error))
      else stream.destroy()
    }
    // Fails if the server has stopped.
    if (session) await this.#close(session).catch(() => {})
  }

  /** Executes messages when no other session is in a transaction. @throws PostgresError */
  async #run(session: Session, batch: readonly Buffer[], isComplete: boolean): Promise<Buffer> {
    await this.#turns.acquire(session)
    try {
      await this.#restore(session)
      const reply = await this.#execute(Buffer.concat(batch))
      if (isComplete && reply.subarray(-6).equals(readyForQuery)) this.#turns.release(session)
      return reply
    } catch (error) {
      this.#turns.release(session)
      throw error
    }
  }

  /** Gives the server the user and the settings of a session. @throws PostgresError */
  async #restore(session: Session): Promise<void> {
    const before = this.#current
    if (before === session) return
    if (before?.changesSettings)
      before.settings = new Map((await this.#query(settingsQuery)).map(([name = '', value = '']) => [name, value]))
    this.#current = undefined
    const settings = [...session.settings].map(([name, value]) => `SELECT set_config(${quoteText(name)},${quoteText(value)},false)`)
    await this.#query(['RESET ALL', `SET SESSION AUTHORIZATION ${quoteName(session.user)}`, ...settings].join(';'))
    if (session.unnamed) await this.#execute(Buffer.concat([session.unnamed, sync]))
    this.#current = session
  }

  async #query(sql: string): Promise<string[][]> {
    return parseRows(splitMessages(await this.#execute(encodeMessage('Q', sql))))
  }

  async #close(session: Session): Promise<void> {
    this.#open -= 1
    const isInTransaction = this.#turns.isOwner(session)
    await this.#turns.acquire(session)
    try {
      if (isInTransaction) await this.#execute(Buffer.concat([sync, encodeMessage('Q', 'ROLLBACK')]))
      for (const { name } of session.statements.values()) {
        this.#names.delete(name)
        await this.#execute(Buffer.concat([encodeMessage('C', Buffer.from('S'), name), sync]))
      }
      if (this.#open === 0) await this.#query(`SET SESSION AUTHORIZATION ${superuser}`).then(() => this.#query('DISCARD ALL'))
      if (this.#open === 0 || this.#current === session) this.#current = undefined
    } finally {
      this.#turns.release(session)
    }
  }
}

/** @throws PostgresError 0A000 */
function createSession(id: number, parameters: ReadonlyMap<string, string>): Session {
  const { user = '', database: _, options = '', replication, ...settings } = Object.fromEntries(parameters)
  if (replication !== undefined) throw new PostgresError('0A000', 'PGlite has no replication')
  const named = Object.entries(settings).filter(([name]) => !name.startsWith('_pq_.'))
  const flags = [...options.matchAll(/(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)].map(([, name = '', value = '']): [string, string] => [
    name.replaceAll('-', '_'),
    value.replaceAll(/\\(.)/g, '$1'),
  ])
  return { id, user, settings: new Map([...named, ...flags]), changesSettings: false, statements: new Map(), unnamed: undefined }
}

/** Gives sessions the server one after another, in the order in which they ask. */
class Turns {
  #owner: Session | undefined
  readonly #waiting = new Map<Session, () => void>()

  isOwner(session: Session): boolean {
    return this.#owner === session
  }

  /** @throws PostgresError 55P03 when another session stays in a transaction */
  async acquire(session: Session): Promise<void> {
    this.#owner ??= session
    if (this.#owner === session) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(session)
        const hint = 'PGlite runs one transaction at a time. End the other transaction, or install PostgreSQL to run both.'
        reject(new PostgresError('55P03', `another connection has been in a transaction for ${maxWaitMs / 1000} seconds`, hint))
      }, maxWaitMs)
      this.#waiting.set(session, () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  release(session: Session): void {
    if (this.#owner !== session) return
    const [next] = this.#waiting
    this.#owner = next?.[0]
    if (!next) return
    this.#waiting.delete(next[0])
    next[1]()
  }
}
