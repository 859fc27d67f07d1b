/** A connection to Postgres that reconnects by itself. Each error says whether the statement may have been executed. */
import type { Client, QueryResultRow } from 'pg'
import { formatState } from '../../options.ts'
import { loadDriver } from './load-driver.ts'

/** Postgres rejected the statement; nothing was executed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The connection failed or timed out; the statement may have been executed, or may be executed later. */
export class LostError extends Error {
  override readonly name = 'LostError'
}

/** This process closed the connection. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'
}

export interface Connection {
  readonly isConnected: () => boolean
  /** @throws RefusedError, LostError, ClosedError */
  readonly query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs statements in one transaction; other statements of this connection wait. */
  readonly transaction: <T>(work: (query: Connection['query']) => Promise<T>) => Promise<T>
  /** Sends a text to every replica, this one included. It is lost while Postgres is unreachable. */
  readonly notify: (text: string) => void
  readonly onNotification: (listener: (text: string) => void) => void
  readonly close: () => Promise<void>
}

const minReconnectMs = 50
const maxReconnectMs = 2000
const connectTimeoutMs = 5000
const queryTimeoutMs = 10_000
const closeTimeoutMs = 300

/** @throws Error of one line when the first attempt to connect fails */
export async function connect(url: string): Promise<Connection> {
  const { Client } = await loadDriver()
  const config = {
    connectionString: url,
    application_name: 'spindrift-sandbox',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  }
  const client = new ReconnectingClient(() => new Client(config))
  const enqueue = createQueue()
  const query: Connection['query'] = (text, values) => enqueue(() => client.query(text, values))
  try {
    await client.open()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${formatState(url)} cannot be used: ${message || code}. Check that it runs and that user and password are right.`, {
      cause: error,
    })
  }
  return {
    isConnected: () => client.isConnected(),
    query,
    transaction: (work) => enqueue(() => runTransaction((text, values) => client.query(text, values), work)),
    notify: (text) => void query("SELECT pg_notify('spindrift', $1)", [text]).catch(() => {}),
    onNotification: (listener) => {
      client.listener = listener
      // Without a connection, `open` sends it for the next one.
      query('LISTEN spindrift').catch(() => {})
    },
    close: () => client.close(),
  }
}

/** Runs one task at a time, in the order of the calls. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

async function runTransaction<T>(query: Connection['query'], work: (query: Connection['query']) => Promise<T>): Promise<T> {
  await query('BEGIN')
  try {
    const result = await work(query)
    await query('COMMIT')
    return result
  } catch (error) {
    // A lost connection has rolled it back.
    await query('ROLLBACK').catch(() => {})
    throw error
  }
}

class ReconnectingClient {
  listener: ((text: string) => void) | undefined
  readonly #create: () => Client
  readonly #statementNames = new Map<string, string>()
  #client: Client | undefined
  #isClosed = false
  #reconnectMs = minReconnectMs

  constructor(create: () => Client) {
    this.#create = create
  }

  isConnected(): boolean {
    return this.#client !== undefined
  }

  async open(): Promise<void> {
    const client = this.#create()
    // An error event without a listener ends the process, also before the client is connected.
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    client.on('notification', ({ payload = '' }) => this.listener?.(payload))
    await client.connect()
    if (this.listener) await client.query('LISTEN spindrift')
    this.#client = client
    this.#reconnectMs = minReconnectMs
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const client = this.#client
    if (this.#isClosed) throw new ClosedError('The connection to Postgres is closed.')
    if (!client) throw new LostError('There is no connection to Postgres.')
    const name = this.#statementNames.get(text) ?? `spindrift-${this.#statementNames.size}`
    this.#statementNames.set(text, name)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new LostError('Postgres did not answer in time.')), queryTimeoutMs)
    })
    try {
      const { rows } = await Promise.race([client.query<Row>({ name, text, values: [...values] }), timeout])
      return rows
    } catch (error) {
      // Severity ERROR rolls back the statement and keeps the connection; after any other error the outcome is unknown.
      const { severity, message } = error as { readonly severity?: string; readonly message: string }
      if (severity === 'ERROR') throw new RefusedError(message, { cause: error })
      if (this.#isClosed) throw new ClosedError(message, { cause: error })
      this.#drop(client)
      throw error instanceof LostError ? error : new LostError(message, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    if (!client) return
    // A server that does not answer does not answer the goodbye either.
    const timer = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
    await client.end().finally(() => clearTimeout(timer))
  }

  #drop(client: Client): void {
    if (client !== this.#client) return
    this.#client = undefined
    // Pending queries of a stopped server would otherwise wait forever.
    client.connection.stream.destroy()
    this.#reconnect()
  }

  #reconnect(): void {
    if (this.#isClosed) return
    setTimeout(() => void this.open().catch(() => this.#reconnect()), this.#reconnectMs * (0.5 + Math.random() / 2)).unref()
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, maxReconnectMs)
  }
}
