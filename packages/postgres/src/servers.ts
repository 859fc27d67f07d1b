/** Servers that run: each starts with its first connection and stops when it has had none for five minutes. */
import type { Socket } from 'node:net'
import { type Backend, type DatabaseServer, openSession } from './server.ts'
import { encodeMessage, PostgresError } from './wire.ts'

const idleMs = 5 * 60_000

interface Entry {
  readonly server: Promise<DatabaseServer>
  /** Name in messages. */
  readonly title: string
  connections: number
  idleTimer?: NodeJS.Timeout
}

export interface ServerOptions {
  readonly folder: string
  readonly database: string
  readonly title: string
  /** Called when the server has started, before its first connection. */
  readonly prepare: (server: DatabaseServer) => Promise<void>
}

export class Servers {
  readonly #postgres: Backend
  readonly #entries = new Map<string, Entry>()
  readonly #stopping = new Map<string, Promise<void>>()

  constructor(backend: Backend) {
    this.#postgres = backend
  }

  /** Opens a session, and starts the server of the folder if it does not run. @throws PostgresError */
  async connect(options: ServerOptions): Promise<Socket> {
    const entry = this.#entries.get(options.folder) ?? this.#start(options)
    entry.connections += 1
    clearTimeout(entry.idleTimer)
    const release = () => {
      entry.connections -= 1
      if (entry.connections === 0) entry.idleTimer = setTimeout(() => void this.stop(options.folder), idleMs).unref()
    }
    try {
      const session = await openSession(await entry.server)
      return session.once('close', release)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Passes a cancel request on to all servers; it contains the secret of one session. */
  cancel(packet: Buffer): void {
    for (const { server } of this.#entries.values())
      void server.then(openSession).then(
        (session) => session.end(encodeMessage('', packet)),
        () => {},
      )
  }

  /** Finds the server of a folder if it runs. */
  find(folder: string): Promise<DatabaseServer> | undefined {
    return this.#entries.get(folder)?.server
  }

  /** Stops the servers of a folder and of those in it. */
  async stop(folder: string): Promise<void> {
    const inside = [...this.#entries.keys()].filter((key) => `${key}/`.startsWith(`${folder}/`))
    for (const key of inside) this.#stopOne(key)
    await Promise.all([...this.#stopping].filter(([key]) => `${key}/`.startsWith(`${folder}/`)).map(([, stopped]) => stopped))
  }

  #stopOne(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    clearTimeout(entry.idleTimer)
    this.#entries.delete(key)
    const stopPromise = entry.server.then((server) => server.stop()).catch(() => {})
    this.#stopping.set(key, stopPromise)
    void stopPromise.then(() => this.#stopping.delete(key))
  }

  /** @throws PostgresError 53300 when too many servers have connections */
  #start(options: ServerOptions): Entry {
    const { maxServers } = this.#postgres
    if (this.#entries.size >= maxServers) {
      const [unused] = [...this.#entries].find(([, { connections }]) => connections === 0) ?? []
      const titles = [...this.#entries.values()].map(({ title }) => title).join(', ')
      if (unused === undefined)
        throw new PostgresError('53300', `at most ${maxServers} databases run at once: close the connections to one of ${titles}`)
      this.#stopOne(unused)
    }
    const entry: Entry = { server: this.#run(options), title: options.title, connections: 0 }
    this.#entries.set(options.folder, entry)
    const remove = () => {
      if (this.#entries.get(options.folder) === entry) this.#entries.delete(options.folder)
    }
    void entry.server.then(({ exit }) => exit).then(remove, remove)
    return entry
  }

  async #run({ folder, database, prepare }: ServerOptions): Promise<DatabaseServer> {
    await Promise.all(this.#stopping.values())
    const server = await this.#postgres.start(folder, database)
    try {
      await prepare(server)
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }
}
