/**
 * Sessions that share one PGlite, which has a single session of its own. Each has it from the first message of a transaction to the end
 * of the transaction. Its user, its settings and its unnamed statement are put back before.
 */
import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { type Session, SessionMessages } from './pglite-messages.ts'
import { superuser } from './server.ts'
import { encodeError, encodeMessage, MessageReader, parseStartup, PostgresError, quoteName, quoteText, readyForQuery } from './wire.ts'

/** Time that a session waits for the transaction of another one to end. */
const maxWaitMs = 10_000

const sync = encodeMessage('S')

const settingsQuery = "SELECT name, setting FROM pg_settings WHERE source = 'session' UNION ALL SELECT 'role', current_user"

/** Settings that a server reports when a session starts. */
const reportQuery = `SELECT name, setting FROM pg_settings WHERE name IN ('application_name', 'client_encoding', 'DateStyle',
  'default_transaction_read_only', 'in_hot_standby', 'integer_datetimes', 'IntervalStyle', 'scram_iterations', 'search_path', 'server_encoding',
  'server_version', 'standard_conforming_strings', 'TimeZone') UNION ALL SELECT 'session_authorization', session_user`

export class PgliteSessions {
  readonly #pglite: PGlite
  readonly #turns = new Turns()
  /** Names of prepared statements at the server. */
  readonly #names = new Set<string>()
  /** Session whose user and settings the server has. */
  #current: Session | undefined
  #opened = 0
  #open = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Serves a session until its client leaves. */
  async serve(client: Socket): Promise<void> {
    client.on('error', () => client.destroy())
    const reader = new MessageReader(client)
    const id = ++this.#opened
    let session: Session | undefined
    try {
      const started = createSession(id, parseStartup(await reader.readStartup()))
      await this.#takeTurn(started)
      session = started
      this.#open += 1
      const settings = await this.#readSettings(reportQuery)
      this.#turns.release(started)
      const statuses = settings.map((setting) => encodeMessage('S', ...setting))
      client.write(Buffer.concat([encodeMessage('R', 0), ...statuses, encodeMessage('K', id, 0), readyForQuery]))
      const messages = new SessionMessages(started, this.#names, (batch, isComplete) => this.#run(started, batch, isComplete))
      for (let message = await reader.readMessage(); message.type !== 'X'; message = await reader.readMessage())
        for await (const bytes of messages.handle(message)) client.write(bytes)
      client.end()
    } catch (error) {
      if (error instanceof PostgresError) client.end(encodeError(error))
      else client.destroy()
    }
    // Fails if PGlite has stopped.
    if (session) await this.#close(session).catch(() => {})
  }

  /** Executes messages when no other session is in a transaction. @throws PostgresError */
  async #run(session: Session, batch: readonly Buffer[], isComplete: boolean): Promise<Buffer> {
    await this.#takeTurn(session)
    const reply = await this.#execute(...batch)
    if (isComplete && reply.subarray(-6).equals(readyForQuery)) this.#turns.release(session)
    return reply
  }

  /** Waits for the server, and gives it the user and the settings of a session. @throws PostgresError */
  async #takeTurn(session: Session): Promise<void> {
    await this.#turns.acquire(session)
    const before = this.#current
    if (before === session) return
    try {
      if (before?.changesSettings) before.settings = new Map(await this.#readSettings(settingsQuery))
      this.#current = undefined
      const settings = [...session.settings].map(([name, value]) => `SELECT set_config(${quoteText(name)},${quoteText(value)},false)`)
      await this.#pglite.exec(['RESET ALL', `SET SESSION AUTHORIZATION ${quoteName(session.user)}`, ...settings].join(';'))
      if (session.unnamed) await this.#execute(session.unnamed, sync)
      this.#current = session
    } catch (error) {
      this.#turns.release(session)
      const { code = 'XX000', message, hint } = error as { readonly code?: string; readonly message: string; readonly hint?: string }
      throw new PostgresError(code, message, hint)
    }
  }

  async #readSettings(sql: string): Promise<[name: string, value: string][]> {
    const [result] = await this.#pglite.exec(sql)
    return (result?.rows ?? []).map(({ name, setting }) => [String(name), String(setting)])
  }

  /** @throws PostgresError 57P02 after a crash */
  async #execute(...messages: readonly Buffer[]): Promise<Buffer> {
    try {
      return Buffer.from(await this.#pglite.execProtocolRaw(Buffer.concat(messages)))
    } catch (error) {
      // PGlite cannot go on. The client still receives the error.
      setTimeout(() => process.exit(), 100)
      throw new PostgresError('57P02', `PGlite stopped: ${(error as Error).message}`)
    }
  }

  async #close(session: Session): Promise<void> {
    this.#open -= 1
    const isInTransaction = this.#turns.isOwner(session)
    await this.#turns.acquire(session)
    try {
      if (isInTransaction) await this.#execute(sync, encodeMessage('Q', 'ROLLBACK'))
      for (const { name } of session.statements.values()) {
        this.#names.delete(name)
        await this.#execute(encodeMessage('C', Buffer.from('S'), name), sync)
      }
      if (this.#open === 0) for (const sql of [`SET SESSION AUTHORIZATION ${superuser}`, 'DISCARD ALL']) await this.#pglite.exec(sql)
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
  const serverSettings = Object.entries(settings).filter(([name]) => !name.startsWith('_pq_.'))
  const flags = [...options.matchAll(/(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)].map(([, name = '', value = '']): [string, string] => [
    name.replaceAll('-', '_'),
    value.replaceAll(/\\(.)/g, '$1'),
  ])
  return { id, user, settings: new Map([...serverSettings, ...flags]), changesSettings: false, statements: new Map(), unnamed: undefined }
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
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#waiting.delete(session)
      const hint = 'PGlite runs one transaction at a time. End the other transaction, or install PostgreSQL to run both.'
      reject(new PostgresError('55P03', `another connection has been in a transaction for ${maxWaitMs / 1000} seconds`, hint))
    }, maxWaitMs)
    this.#waiting.set(session, resolve)
    await promise.finally(() => clearTimeout(timer))
  }

  release(session: Session): void {
    if (this.#owner !== session) return
    const [next] = this.#waiting
    this.#owner = next?.[0]
    if (next) this.#waiting.delete(next[0])
    next?.[1]()
  }
}
