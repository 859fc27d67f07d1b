import type { Duplex } from 'node:stream'
import { encodeMessage, encodeStartup, type Message, MessageReader, parseRows } from './wire.ts'

/** A running PostgreSQL with the data of one cluster, or of one database of it. */
export interface DatabaseServer {
  /** Opens a session without authentication. The first bytes to write are a startup packet. */
  readonly connect: () => Promise<Duplex>
  /** Passes a cancel request on. Does nothing if the server cannot cancel queries. */
  readonly cancel: (packet: Buffer) => void
  /** Copies the data, with everything committed so far, into a new folder. Sessions stay open. */
  readonly copyTo: (folder: string) => Promise<void>
  /** Saves the data and stops. May be called more than once. */
  readonly stop: () => Promise<void>
  /** Resolves when the server has stopped, also after a crash. */
  readonly ended: Promise<unknown>
}

/** Starts servers of one kind. */
export interface Backend {
  /** Name and major version, which the data files belong to: `postgres-17`, `pglite-18`. */
  readonly name: string
  /** True if a server serves one database only, so that each database of a cluster has a folder and a server of its own. */
  readonly isPerDatabase: boolean
  /** Maximum number of servers that run at once. */
  readonly maxServers: number
  /** Starts a server with the data of a folder, which is created on first use. @throws PostgresError 57P03 */
  readonly start: (folder: string, database: string) => Promise<DatabaseServer>
  /** Copies the data of a folder that no server uses. */
  readonly copy: (source: string, target: string) => Promise<void>
}

export const superuser = 'postgres'

/** Runs statements as the superuser, and returns the rows of each as text. @throws PostgresError of the first that fails */
export async function runSql(server: DatabaseServer, database: string, statements: readonly string[]): Promise<string[][][]> {
  const stream = await server.connect()
  stream.on('error', () => stream.destroy())
  const reader = new MessageReader(stream)
  const readReplies = async (): Promise<string[][]> => {
    const messages: Message[] = []
    // A fatal error is the last message.
    do messages.push(await reader.readMessage())
    while (messages.at(-1)?.type !== 'Z' && !messages.at(-1)?.body.includes('VFATAL\0'))
    return parseRows(messages)
  }
  try {
    stream.write(encodeStartup(Object.entries({ user: superuser, database })))
    await readReplies()
    const results: string[][][] = []
    for (const statement of statements) {
      stream.write(encodeMessage('Q', statement))
      results.push(await readReplies())
    }
    return results
  } finally {
    stream.end(encodeMessage('X'))
  }
}
