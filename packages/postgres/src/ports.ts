/** Ports of the service, one for each address. Some listen in advance, because a reply that contains a port does not wait. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

const spareCount = 8

interface Listener {
  readonly server: Server
  readonly port: number
  key?: string
}

export class Ports {
  readonly #host: string
  readonly #file: string
  readonly #onConnection: (key: string, client: Socket) => void
  readonly #spares: Listener[] = []
  readonly #assigned = new Map<string, Listener>()
  /** Port to try next; 0 for any. */
  #next = 0
  #filling: Promise<void> | undefined

  /** @param file ports of the last run by key, which are used again */
  constructor(host: string, file: string, onConnection: (key: string, client: Socket) => void) {
    this.#host = host
    this.#file = file
    this.#onConnection = onConnection
  }

  async start(first: number, keys: readonly string[]): Promise<void> {
    this.#next = first
    const before = existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, number>) : {}
    for (const key of keys) {
      const listener = before[key] === undefined ? undefined : await this.#listen(before[key])
      if (listener) this.#assign(key, listener)
    }
    await this.#fill(keys.length + spareCount)
    for (const key of keys) this.get(key)
  }

  get first(): number | undefined {
    return [...this.#assigned.values(), ...this.#spares][0]?.port
  }

  /** Returns the port of a key, which gets one if it has none; undefined when no port is left for now. */
  get(key: string): number | undefined {
    if (!this.#assigned.has(key)) {
      const listener = this.#spares.shift()
      if (listener) this.#assign(key, listener)
      this.#filling ??= this.#fill(spareCount).finally(() => (this.#filling = undefined))
    }
    return this.#assigned.get(key)?.port
  }

  release(keys: readonly string[]): void {
    for (const key of keys) {
      this.#assigned.get(key)?.server.close()
      this.#assigned.delete(key)
    }
    if (keys.length > 0) this.#save()
  }

  keepOnly(keys: readonly string[]): void {
    this.release([...this.#assigned.keys()].filter((key) => !keys.includes(key)))
  }

  async stop(): Promise<void> {
    await this.#filling
    for (const { server } of [...this.#spares, ...this.#assigned.values()]) server.close()
  }

  #assign(key: string, listener: Listener): void {
    listener.key = key
    this.#assigned.set(key, listener)
    this.#save()
  }

  #save(): void {
    const ports = [...this.#assigned].map(([key, { port }]) => [key, port])
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(ports)))
  }

  async #fill(count: number): Promise<void> {
    while (this.#spares.length < count) {
      const listener = await this.#listen(this.#next)
      if (this.#next > 0) this.#next += 1
      if (listener) this.#spares.push(listener)
    }
  }

  /** Returns undefined if the port is in use. */
  #listen(port: number): Promise<Listener | undefined> {
    return new Promise((resolve) => {
      let listener: Listener | undefined
      const server = createServer((client) => {
        if (listener?.key === undefined) client.destroy()
        else this.#onConnection(listener.key, client)
      })
      server.once('error', () => resolve(undefined))
      server.listen(port, this.#host, () => resolve((listener = { server, port: (server.address() as AddressInfo).port })))
    })
  }
}
