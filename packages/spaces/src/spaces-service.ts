/** The service: buckets behind the access keys of `/v2/spaces/keys`, and content behind CDN endpoints. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource, Service, ServiceContext, ServiceEndpoints } from '@spindrift/sandbox'
import type { AccessKey, KeyGrant } from './access.ts'
import { defaultRegion } from './address.ts'
import { LifecycleRunner } from './lifecycle.ts'
import { type Origin, startServer } from './server.ts'
import { Store } from './store.ts'

const usualPort = 4021

/** Creates the service for `startSandbox({ services: [createService()] })`. */
export function createService(): Service {
  return new SpacesService()
}

class SpacesService implements Service {
  readonly name = 'spaces'
  readonly kinds = ['SpacesKey', 'CdnEndpoint']
  readonly #keys = new Map<string, AccessKey>()
  /** Buckets of CDN endpoints by host name. */
  readonly #origins = new Map<string, Origin>()
  #context: ServiceContext | undefined
  /** Folder of the data while the state is in memory. */
  #temporaryFolder = ''
  #store: Store | undefined
  #server: Server | undefined

  async start(context: ServiceContext): Promise<ServiceEndpoints> {
    this.#context = context
    if (context.folder === undefined) this.#temporaryFolder = mkdtempSync(join(tmpdir(), 'spindrift-spaces-'))
    const store = new Store(context.folder ?? this.#temporaryFolder, ({ account, name }, exists) =>
      context.setInProjects(account, `do:space:${name}`, exists),
    )
    this.#store = store
    this.#load(context)
    const findKey = (id: string) => this.#keys.get(id)
    const findOrigin = (host: string) => this.#origins.get(host)
    const options = { store, lifecycle: new LifecycleRunner(store), context, findKey, findOrigin }
    this.#server = await startServer(options, context.host, context.choosePort(usualPort))
    const { port } = this.#server.address() as AddressInfo
    const { id, secret } = createOwnKey(context)
    const url = `http://127.0.0.1:${port}`
    return {
      urls: { s3: url },
      environment: {
        SPACES_ACCESS_KEY_ID: id,
        SPACES_SECRET_ACCESS_KEY: secret,
        // A template of the Terraform provider.
        SPACES_ENDPOINT_URL: `http://{{.Region}}.localhost:${port}`,
        AWS_ACCESS_KEY_ID: id,
        AWS_SECRET_ACCESS_KEY: secret,
        AWS_ENDPOINT_URL_S3: url,
        AWS_REGION: defaultRegion,
      },
    }
  }

  applyChanges(): void {
    if (this.#context) this.#load(this.#context)
  }

  snapshot(folder: string): void {
    this.#store?.snapshot(folder)
  }

  restore(folder: string): void {
    this.#store?.restore(folder)
    this.applyChanges()
  }

  reset(): void {
    this.#store?.clear()
    this.applyChanges()
  }

  removeAccount(account: string): void {
    this.#store?.deleteAccount(account)
    this.applyChanges()
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    this.#store?.close()
    this.#store = undefined
    if (this.#temporaryFolder !== '') rmSync(this.#temporaryFolder, { recursive: true, force: true })
  }

  #load(context: ServiceContext): void {
    this.#keys.clear()
    const { id, secret } = createOwnKey(context)
    this.#keys.set(id, { account: context.owner, secret, grants: [{ bucket: '', permission: 'fullaccess' }] })
    for (const key of context.list('SpacesKey')) {
      const parsed = parseKey(key)
      if (parsed) this.#keys.set(key.id, parsed)
    }
    this.#origins.clear()
    for (const { value } of context.list('CdnEndpoint')) {
      const { origin, endpoint, custom_domain: domain, ttl } = value
      const target = { bucket: String(origin).split('.')[0] ?? '', ttl: Number(ttl) }
      for (const host of [endpoint, String(endpoint).replace(/\.digitaloceanspaces\.com$/, '.localhost'), domain])
        if (typeof host === 'string') this.#origins.set(host.toLowerCase(), target)
    }
  }
}

/** Derives a key with full access for the environment variables, so that clients need no request first. */
function createOwnKey({ deriveSecret }: ServiceContext): { readonly id: string; readonly secret: string } {
  return { id: `DO00${deriveSecret('key').slice(0, 16).toUpperCase()}`, secret: deriveSecret('secret').slice(0, 43) }
}

function parseKey({ account, value, hidden }: Resource): AccessKey | undefined {
  const secret = hidden?.['secret']
  return typeof secret === 'string' ? { account, secret, grants: value['grants'] as readonly KeyGrant[] } : undefined
}
