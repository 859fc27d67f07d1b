/** Ports of the service, one for each address. Some listen in advance, because a reply that contains a port does not wait. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

const spareCount = 8

interface Listener {
  readonly server: Server
  readonly port: number
  /** Present or last address. */
  key: string | undefined
  isFree: boolean
}

export class Ports {
  readonly #host: string
  readonly #file: string
  readonly #onConnection: (key: string, client: Socket) => void
  readonly #onError: (error: unknown) => void
  readonly #listeners: Listener[] = []
  #keys: readonly string[] = []
  /** Port to try next; 0 for any. */
  #next = 0
  #filling: Promise<void> | undefined

  /** @param file ports of the last run by key, which are used again */
  constructor(host: string, file: string, onConnection: (key: string, client: Socket) => void, onError: (error: unknown) => void) {
    this.#host = host
    this.#file = file
    this.#onConnection = onConnection
    this.#onError = onError
  }

  /** @returns the first port */
  async start(first: number, keys: readonly string[]): Promise<number | undefined> {
    this.#next = first
    const before = existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, number>) : {}
    for (const key of keys) if (before[key] !== undefined) await this.#listen(before[key], key)
    await this.#fill(keys.length + spareCount)
    this.update(keys)
    return this.#listeners[0]?.port
  }

  /** Returns the port of a key: the one it has or had, else a free one; undefined when none is left for now. */
  get(key: string): number | undefined {
    const free = this.#listeners.filter(({ isFree }) => isFree)
    const listener = this.#listeners.find((each) => each.key === key) ?? free.find((each) => each.key === undefined) ?? free[0]
    if (listener?.isFree) {
      Object.assign(listener, { key, isFree: false })
      const ports = this.#listeners.flatMap((each) => (each.key === undefined ? [] : [[each.key, each.port]]))
      writeFileSync(this.#file, JSON.stringify(Object.fromEntries(ports)))
      this.#filling ??= this.#fill(spareCount)
        .catch(this.#onError)
        .finally(() => (this.#filling = undefined))
    }
    return listener?.port
  }

  /** Frees the ports of keys that are gone. They listen on, so that a key that comes back has its port, and others get an error. */
  update(keys: readonly string[]): void {
    const removed = new Set(this.#keys.filter((key) => !keys.includes(key)))
    for (const listener of this.#listeners) if (listener.key !== undefined && removed.has(listener.key)) listener.isFree = true
    this.#keys = keys
    for (const key of keys) this.get(key)
  }

  async stop(): Promise<void> {
    await this.#filling
    for (const { server } of this.#listeners) server.close()
  }

  async #fill(count: number): Promise<void> {
    while (this.#listeners.filter(({ isFree }) => isFree).length < count) {
      await this.#listen(this.#next)
      if (this.#next > 0) this.#next += 1
    }
  }

  /** Does nothing if the port is in use. */
  #listen(port: number, key?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const server = createServer((client) => {
        if (listener.key === undefined) client.destroy()
        else this.#onConnection(listener.key, client)
      })
      let listener: Listener
      server.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve() : reject(error)))
      server.listen(port, this.#host, () => {
        listener = { server, port: (server.address() as AddressInfo).port, key, isFree: true }
        this.#listeners.push(listener)
        resolve()
      })
    })
  }
}
