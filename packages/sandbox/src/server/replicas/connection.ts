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

/** Who is told of what others say. */
export interface Listener {
  readonly onSaid: (said: string) => void
  /** It listens again after a connection was lost. */
  readonly onAnew: () => void
}

export interface Connection {
  /** Whether there is none now. */
  readonly isAway: () => boolean
  /** @throws RefusedError, LostError */
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
const mostSeconds = { connect: 5, query: 10 }

/** Connects for the first time. @throws Error when it cannot, in one line */
export async function connect(url: string, id = ''): Promise<Connection> {
  const { Client } = await loadDriver()
  let client: Client | undefined
  let isClosed = false
  let listener: Listener | undefined
  let pause = firstPause
  const names = new Map<string, string>()

  const open = async (): Promise<void> => {
    const opened = new Client({
      connectionString: url,
      application_name: connectionName(id),
      keepAlive: true,
      connectionTimeoutMillis: mostSeconds.connect * 1000,
    })
    // Also before it is used: an error that nobody listens to ends the process.
    opened.on('error', () => leave(opened))
    opened.on('end', () => leave(opened))
    opened.on('notification', ({ payload = '' }) => listener?.onSaid(payload))
    await opened.connect()
    if (listener) await opened.query('LISTEN spindrift')
    client = opened
    pause = firstPause
    listener?.onAnew()
  }
  const leave = (left: Client): void => {
    if (left !== client) return
    client = undefined
    // What waits for an answer of a server that is gone would wait for ever.
    left.connection.stream.destroy()
    retry()
  }
  const retry = (): void => {
    if (isClosed) return
    setTimeout(() => void open().catch(retry), pause * (0.5 + Math.random() / 2)).unref()
    pause = Math.min(pause * 2, longestPause)
  }

  /** One statement at a time, and no other within a transaction. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  const ask: Connection['query'] = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const used = client
    if (!used) throw new LostError('There is no connection to Postgres.')
    const name = names.get(text) ?? `spindrift-${names.size}`
    names.set(text, name)
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
      leave(used)
      throw error instanceof LostError ? error : new LostError(message, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  const query: Connection['query'] = (text, values) => inTurn(() => ask(text, values))

  try {
    await open()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${describe(url)} cannot be used: ${message || code}. Check that it runs and that user and password are right.`, {
      cause: error,
    })
  }
  return {
    isAway: () => client === undefined,
    listen: (next) => {
      listener = next
      // Without a connection, the next one begins with it.
      query('LISTEN spindrift').catch(() => {})
    },
    query,
    transaction: (work) =>
      inTurn(async () => {
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
      }),
    close: async () => {
      isClosed = true
      const closed = client
      client = undefined
      await closed?.end()
    },
  }
}

/** Without the password. */
export function describe(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
