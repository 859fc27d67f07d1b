import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeMessage, encodeStartup, type Message, MessageReader, parseRows, PostgresError } from './wire.ts'

/** A running PostgreSQL with the data of one cluster, or of one database of it. */
export interface DatabaseServer {
  /** Path of the socket that the server listens on. Sessions need no password. */
  readonly socket: string
  /** Copies the data, with everything committed so far, into a new folder. Sessions stay open. */
  readonly copyTo: (folder: string) => Promise<void>
  /** Saves the data and stops. May be called more than once. */
  readonly stop: () => Promise<void>
  /** Resolves when the server has stopped, also after a crash. */
  readonly exit: Promise<unknown>
}

/** Starts servers of one kind. */
export interface Backend {
  /** Name and major version, which the data files belong to: `postgres-17`, `pglite-18`. */
  readonly name: string
  /** True if a server serves one database only, so that each database of a cluster has a folder and a server of its own. */
  readonly isPerDatabase: boolean
  /** Maximum number of servers that run at once. */
  readonly maxServers: number
  /** Prepares in the background what the first server needs. */
  readonly prepare: () => void
  /** Starts a server with the data of a folder, which is created on first use. @throws PostgresError 57P03 */
  readonly start: (folder: string, database: string) => Promise<DatabaseServer>
}

export const superuser = 'postgres'

/** Database of a new cluster. */
export const defaultDatabase = 'defaultdb'

/** Opens a session. The first bytes to write are a startup packet. @throws PostgresError 57P03 */
export async function openSession({ socket }: DatabaseServer): Promise<Socket> {
  const session = connect(socket)
  try {
    await once(session, 'connect')
    return session.on('error', () => session.destroy())
  } catch {
    throw new PostgresError('57P03', 'the database system is shutting down')
  }
}

/** Executes statements one after another. @returns the first column of all rows @throws PostgresError of the first that fails */
type RunSql = (...statements: readonly string[]) => Promise<string[]>

/** Opens a session of the superuser for a function. @throws PostgresError */
export async function runSql(server: DatabaseServer, database: string, callback: (run: RunSql) => Promise<unknown>): Promise<void> {
  const session = await openSession(server)
  const reader = new MessageReader(session)
  const send = async (message: Buffer): Promise<string[]> => {
    session.write(message)
    const messages: Message[] = []
    // A fatal error is the last message.
    do messages.push(await reader.readMessage())
    while (messages.at(-1)?.type !== 'Z' && !messages.at(-1)?.body.includes('VFATAL\0'))
    return parseRows(messages)
  }
  try {
    await send(encodeStartup(Object.entries({ user: superuser, database })))
    await callback(async (...statements) => {
      const rows: string[] = []
      for (const statement of statements) rows.push(...(await send(encodeMessage('Q', statement))))
      return rows
    })
  } finally {
    session.end(encodeMessage('X'))
  }
}
