/** The service: resolves the domains of all accounts, hosts of apps and databases, and names of addresses. */
import type { ResourceChange, Service, ServiceContext, ServiceEndpoints } from '@spindrift/sandbox'
import { type NameServer, startNameServer } from './server.ts'
import { Zones, kinds } from './zones.ts'

const usualPort = 4053

/** Creates the service for `startSandbox({ services: [createService()] })`. */
export function createService(): Service {
  return new DnsService()
}

class DnsService implements Service {
  readonly name = 'dns'
  readonly kinds = kinds
  #context: ServiceContext | undefined
  #zones: Zones | undefined
  #server: NameServer | undefined

  async start(context: ServiceContext): Promise<ServiceEndpoints> {
    this.#context = context
    this.#zones = new Zones(context.now)
    this.reset()
    this.#server = await startNameServer(this.#zones, context.host, context.choosePort(usualPort), context)
    const address = `127.0.0.1:${this.#server.port}`
    return { urls: { dns: `dns://${address}` }, environment: { SPINDRIFT_DNS_SERVER: address } }
  }

  applyChanges(changes: readonly ResourceChange[]): void {
    this.#zones?.apply(changes)
  }

  /** The zones follow from the resources, so a snapshot of these is complete. */
  snapshot(): void {}

  restore(): void {
    this.reset()
  }

  /** Reads all resources again. */
  reset(): void {
    this.#zones?.clear()
    this.#zones?.apply(kinds.flatMap((kind) => (this.#context?.list(kind) ?? []).map((after) => ({ before: undefined, after }))))
  }

  removeAccount(): void {
    this.reset()
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.close()
  }
}
