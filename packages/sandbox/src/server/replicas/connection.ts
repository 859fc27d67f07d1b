/** One connection to Postgres that comes back by itself, and says of each failure whether the statement may have been done. */
import type { Client, QueryResultRow } from 'pg'
import { loadDriver } from './load-driver.ts'

/** Postgres has said no: nothing of the statement was done. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** Nothing was heard of it: it may have been done, or may yet be. */
export class LostError extends Error {
  override readonly name = 'LostError'
}

/** It was closed here: nothing more is asked or waited for. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'
}

/** Who is told of what others say. */
export interface Listener {
  readonly onSaid: (said: string) => void
  /** It listens again after a connection was lost. */
  readonly onAnew: () => void
}

export interface Connection {
  /** Whether there is none now. */
  readonly isAway: () => boolean
  /** @throws RefusedError, LostError, ClosedError */
  readonly query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Statements of which all happen or none; on this connection there are no others meanwhile. */
  readonly transaction: <T>(work: (query: Connection['query']) => Promise<T>) => Promise<T>
  /** From the next moment on. */
  readonly listen: (listener: Listener) => void
  readonly close: () => Promise<void>
}

/** By which Postgres lists a replica's connections. */
export const connectionName = (id: string): string => `spindrift-sandbox ${id}`

const firstPause = 50
const longestPause = 2000
const mostSeconds = { connect: 5, query: 10, end: 0.3 }

/** Connects for the first time. @throws Error when it cannot, in one line */
export async function connect(url: string, id = ''): Promise<Connection> {
  const { Client } = await loadDriver()
  const kept = new KeptClient(
    () =>
      new Client({
        connectionString: url,
        application_name: connectionName(id),
        keepAlive: true,
        connectionTimeoutMillis: mostSeconds.connect * 1000,
      }),
  )
  const ask: Connection['query'] = (text, values) => kept.ask(text, values)
  const inTurn = createTurn()
  const query: Connection['query'] = (text, values) => inTurn(() => ask(text, values))
  try {
    await kept.open()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${describe(url)} cannot be used: ${message || code}. Check that it runs and that user and password are right.`, {
      cause: error,
    })
  }
  return {
    isAway: () => kept.isAway(),
    listen: (listener) => {
      kept.listener = listener
      // Without a connection, the next one begins with it.
      query('LISTEN spindrift').catch(() => {})
    },
    query,
    transaction: (work) => inTurn(() => transact(ask, work)),
    close: () => kept.close(),
  }
}

/** One statement at a time, and no other within a transaction. */
function createTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

async function transact<T>(ask: Connection['query'], work: (query: Connection['query']) => Promise<T>): Promise<T> {
  await ask('BEGIN')
  try {
    const result = await work(ask)
    await ask('COMMIT')
    return result
  } catch (error) {
    // Where there is no connection there is no transaction either.
    await ask('ROLLBACK').catch(() => {})
    throw error
  }
}

/** A client that is made anew for as long as the one before is gone. */
class KeptClient {
  listener: Listener | undefined
  readonly #make: () => Client
  readonly #names = new Map<string, string>()
  #client: Client | undefined
  #isClosed = false
  #pause = firstPause

  constructor(make: () => Client) {
    this.#make = make
  }

  isAway(): boolean {
    return this.#client === undefined
  }

  async open(): Promise<void> {
    const opened = this.#make()
    // Also before it is used: an error that nobody listens to ends the process.
    opened.on('error', () => this.#leave(opened))
    opened.on('end', () => this.#leave(opened))
    opened.on('notification', ({ payload = '' }) => this.listener?.onSaid(payload))
    await opened.connect()
    if (this.listener) await opened.query('LISTEN spindrift')
    this.#client = opened
    this.#pause = firstPause
    this.listener?.onAnew()
  }

  async ask<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const used = this.#client
    if (this.#isClosed) throw new ClosedError('The connection to Postgres is closed.')
    if (!used) throw new LostError('There is no connection to Postgres.')
    const name = this.#names.get(text) ?? `spindrift-${this.#names.size}`
    this.#names.set(text, name)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new LostError('Postgres did not answer in time.')), mostSeconds.query * 1000)
    })
    try {
      const { rows } = await Promise.race([used.query<Row>({ name, text, values: [...values] }), late])
      return rows
    } catch (error) {
      // "ERROR" undoes the statement and leaves the connection; after anything else nothing is known.
      const { severity, message } = error as { readonly severity?: string; readonly message: string }
      if (severity === 'ERROR') throw new RefusedError(message, { cause: error })
      if (this.#isClosed) throw new ClosedError(message, { cause: error })
      this.#leave(used)
      throw error instanceof LostError ? error : new LostError(message, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const closed = this.#client
    this.#client = undefined
    if (!closed) return
    // One that does not answer does not take its leave either.
    const timer = setTimeout(() => closed.connection.stream.destroy(), mostSeconds.end * 1000)
    await closed.end().finally(() => clearTimeout(timer))
  }

  #leave(left: Client): void {
    if (left !== this.#client) return
    this.#client = undefined
    // What waits for an answer of a server that is gone would wait for ever.
    left.connection.stream.destroy()
    this.#retry()
  }

  #retry(): void {
    if (this.#isClosed) return
    setTimeout(() => void this.open().catch(() => this.#retry()), this.#pause * (0.5 + Math.random() / 2)).unref()
    this.#pause = Math.min(this.#pause * 2, longestPause)
  }
}

/** Without the password. */
export function describe(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
