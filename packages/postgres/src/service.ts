/** The service `postgres`: addresses and connections of the PostgreSQL clusters. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource, ResourceChange, Service, ServiceContext, ServiceEndpoints } from '@spindrift/sandbox'
import type { DatabaseCluster } from '@spindrift/types/databases'
import { ClusterData } from './cluster-data.ts'
import { type AddressKey, Clusters, isPostgres, kinds, parentId } from './clusters.ts'
import { type Access, acceptConnection, type Login } from './gateway.ts'
import { Ports } from './ports.ts'
import type { Backend, DatabaseServer } from './server.ts'
import { Servers } from './servers.ts'
import { synchronize } from './synchronize.ts'
import { findSystemBackend } from './system-backend.ts'
import { PostgresError } from './wire.ts'

export interface PostgresOptions {
  /** `system` is the PostgreSQL on the search path. Default: `system` if it is installed, else `pglite`. */
  readonly backend?: 'system' | 'pglite'
}

/** Port of the first cluster. */
const firstPort = 25_060

interface OpenConnection {
  readonly key: AddressKey
  readonly cluster: string
  readonly login: Login
  readonly database: string
  readonly terminate: (error: PostgresError) => void
}

export function createService(options: PostgresOptions = {}): Service {
  let running: PostgresService | undefined
  return {
    name: 'postgres',
    kinds,
    start: async (ctx) => {
      const root = ctx.folder ?? (await mkdtemp(join(tmpdir(), 'spindrift-postgres-')))
      running = new PostgresService(ctx, root, await chooseBackend(root, ctx.folder === undefined, options))
      return running.start()
    },
    applyChanges: (changes) => running?.applyChanges(changes),
    serialize: (resource) => running?.serialize(resource),
    snapshot: (folder) => running?.copyAll(folder),
    restore: (folder) => running?.replaceAll(folder),
    reset: () => running?.replaceAll(undefined),
    removeAccount: (account) => running?.removeAccount(account),
    stop: () => running?.stop(),
  }
}

class PostgresService {
  readonly #ctx: ServiceContext
  readonly #host: string
  readonly #root: string
  readonly #postgres: Backend
  readonly #servers: Servers
  readonly #data: ClusterData
  readonly #ports: Ports
  readonly #clusters = new Clusters()
  /** Sockets of all clients, and the connections of those that have logged in. */
  readonly #clients = new Set<Socket>()
  readonly #connections = new Set<OpenConnection>()
  /** Clusters with connections since their last backup. */
  readonly #used = new Set<string>()

  constructor(ctx: ServiceContext, root: string, backend: Backend) {
    this.#ctx = ctx
    this.#host = ctx.host === '0.0.0.0' || ctx.host === '::' ? '127.0.0.1' : ctx.host
    this.#root = root
    this.#postgres = backend
    this.#servers = new Servers(backend)
    this.#data = new ClusterData(join(root, backend.name), backend, this.#servers)
    const serve = (key: AddressKey, client: Socket) => {
      this.#clients.add(client)
      client.once('close', () => this.#clients.delete(client))
      void acceptConnection(
        client,
        (login) => this.#authorize(key, login),
        (packet) => this.#servers.cancel(packet),
      )
    }
    this.#ports = new Ports(ctx.host, join(root, 'ports.json'), serve, ctx.onError)
  }

  async start(): Promise<ServiceEndpoints> {
    this.#load()
    const port = await this.#ports.start(this.#ctx.choosePort(firstPort), this.#clusters.listAddresses())
    return { urls: { 'first cluster': `postgresql://${this.#host}:${port}` } }
  }

  #load(): void {
    this.#clusters.load(this.#ctx)
    for (const { id } of this.#clusters.list()) this.#used.add(id)
  }

  /** @throws PostgresError */
  async #authorize(key: AddressKey, login: Login): Promise<Access> {
    // A cluster may be online since the last request to the API.
    await this.#ctx.runPendingJobs()
    const { cluster, user, database, password, isReadOnly } = this.#clusters.allow(key, login)
    const fault = await this.#ctx.injectFault('connect', cluster.region)
    if (fault?.cut) throw new Error('An injected fault closes the connection.')
    if (fault?.status !== undefined) throw new PostgresError('57P03', 'an injected fault of the sandbox refuses the connection')
    return {
      password,
      parameters: { user, database, ...(isReadOnly && { default_transaction_read_only: 'on' }) },
      connect: () => this.#connect(cluster, database),
      onOpen: (terminate) => {
        const count = [...this.#connections].filter((connection) => connection.cluster === cluster.id).length
        if (count >= maxConnections(cluster))
          throw new PostgresError('53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute')
        const connection = { key, cluster: cluster.id, login, database, terminate }
        this.#connections.add(connection)
        this.#used.add(cluster.id)
        return () => this.#connections.delete(connection)
      },
    }
  }

  /** @throws PostgresError */
  async #connect(cluster: DatabaseCluster, database: string): Promise<Socket> {
    const { isPerDatabase } = this.#postgres
    if (isPerDatabase && !cluster.db_names?.includes(database)) throw new PostgresError('3D000', `database "${database}" does not exist`)
    try {
      return await this.#servers.connect({
        folder: this.#data.folderOf(cluster.id, database),
        database,
        title: isPerDatabase ? `${cluster.name}/${database}` : cluster.name,
        prepare: (server) => this.#synchronize(server, cluster, database),
      })
    } catch (error) {
      if (error instanceof PostgresError) throw error
      this.#ctx.onError(error)
      throw new PostgresError('58000', `the sandbox could not start the database: ${(error as Error).message}`)
    }
  }

  /** Applies the users and databases of a cluster to a server. */
  #synchronize(server: DatabaseServer, { users, db_names }: DatabaseCluster, database: string): Promise<void> {
    const names = users?.map(({ name }) => name) ?? []
    return synchronize(server, names, this.#postgres.isPerDatabase ? [database] : (db_names ?? []))
  }

  async applyChanges(changes: readonly ResourceChange[]): Promise<void> {
    for (const change of changes) {
      await this.#copyData(change)
      this.#clusters.apply(change)
    }
    this.#ports.update(this.#clusters.listAddresses())
    const restartedIds = new Set(changes.filter(isRestart).map(({ after }) => after?.id))
    for (const connection of this.#connections)
      if (restartedIds.has(connection.cluster) || !this.#isAllowed(connection)) closeConnection(connection)
    for (const { before, after } of changes) if ((before ?? after)?.kind === 'DatabaseCluster') await this.#updateServers(before, after)
  }

  /** Copies the data for a backup, a fork and a promoted replica. */
  async #copyData({ before, after }: ResourceChange): Promise<void> {
    if (!after || before) return
    if (after.kind === 'DatabaseBackup') {
      const cluster = parentId(after)
      if (!this.#used.delete(cluster)) return
      await this.#data.backUp(cluster, after.id)
      if ([...this.#connections].some((connection) => connection.cluster === cluster)) this.#used.add(cluster)
    } else if (after.kind === 'DatabaseCluster') {
      this.#used.add(after.id)
      this.#postgres.prepare()
      const source = this.#clusters.findReplica(after.id)?.cluster.id
      const { cluster = source, backup } = (after.hidden?.['restoredFrom'] ?? {}) as { cluster?: string; backup?: string }
      if (cluster !== undefined) await this.#data.fork(after.id, cluster, backup)
    }
  }

  /** Returns false for a connection that would be refused now, or lead elsewhere. */
  #isAllowed({ key, cluster, login, database }: OpenConnection): boolean {
    try {
      const allowed = this.#clusters.allow(key, login)
      const exists = !this.#postgres.isPerDatabase || allowed.cluster.db_names?.includes(database) === true
      return exists && allowed.cluster.id === cluster && allowed.database === database && allowed.password !== undefined
    } catch {
      return false
    }
  }

  /** Applies changed users and databases to the data of a cluster. */
  async #updateServers(before: Resource | undefined, after: Resource | undefined): Promise<void> {
    const id = (before ?? after)?.id ?? ''
    const cluster = this.#clusters.find(id)
    if (!cluster) return this.#data.removeCluster(id)
    const names = cluster.db_names ?? []
    for (const name of (before?.value['db_names'] as DatabaseCluster['db_names'] | undefined) ?? [])
      if (!names.includes(name)) await this.#data.removeDatabase(id, name)
    for (const name of this.#postgres.isPerDatabase ? names : names.slice(0, 1)) {
      const server = await this.#servers.find(this.#data.folderOf(id, name))
      if (server) await this.#synchronize(server, cluster, name)
    }
  }

  /** Replaces host and port of connections by those that listen here. */
  serialize({ kind, parent, value }: Resource): object | undefined {
    const cluster = kind === 'DatabaseCluster' ? (value as unknown as DatabaseCluster) : this.#clusters.find(parentId({ parent }))
    if (!cluster || !isPostgres(cluster) || value['connection'] === undefined) return undefined
    const isPool = kind === 'DatabasePool'
    const primary = isPool ? `${cluster.id}:pool` : String(value['id'])
    const standby = isPool ? primary : `${cluster.id}:standby`
    const keys = { connection: primary, private_connection: primary, standby_connection: standby, standby_private_connection: standby }
    const connections = Object.entries(keys).flatMap(([name, key]) => {
      const connection = value[name] as DatabaseCluster['connection'] | undefined
      const port = connection ? this.#ports.get(key) : undefined
      if (!connection || port === undefined) return []
      const { user = '', password = '', database = '' } = connection
      const [login, path] = [[user, password].map(encodeURIComponent).join(':'), encodeURIComponent(database)]
      const uri = `postgresql://${login}@${this.#host}:${port}/${path}?sslmode=disable`
      return [[name, { ...connection, uri, host: this.#host, port, ssl: false }] as const]
    })
    return Object.fromEntries(connections)
  }

  copyAll(target: string): Promise<void> {
    return this.#data.copyAll(join(target, this.#postgres.name))
  }

  /** Replaces the data by that of a snapshot, or by nothing. @throws Error when the snapshot was taken with another version */
  async replaceAll(source: string | undefined): Promise<void> {
    const [name] = source === undefined ? [] : await readdir(source)
    for (const connection of this.#connections) closeConnection(connection)
    await this.#data.replaceAll(source === undefined ? undefined : join(source, this.#postgres.name))
    this.#load()
    this.#ports.update(this.#clusters.listAddresses())
    if (name !== undefined && name !== this.#postgres.name)
      throw new Error(`${this.#postgres.name} cannot read the data of ${name} in the snapshot.`)
  }

  async removeAccount(account: string): Promise<void> {
    const removedClusters = this.#clusters.list(account)
    this.#clusters.load(this.#ctx)
    this.#ports.update(this.#clusters.listAddresses())
    for (const connection of this.#connections) if (!this.#isAllowed(connection)) closeConnection(connection)
    for (const { id } of removedClusters) await this.#data.removeCluster(id)
  }

  async stop(): Promise<void> {
    await this.#ports.stop()
    for (const connection of this.#connections) closeConnection(connection)
    await this.#servers.stop(this.#root)
    for (const client of this.#clients) client.destroy()
    if (this.#ctx.folder === undefined) await rm(this.#root, { recursive: true, force: true })
  }
}

/** @throws Error when the data in the folder belongs to another version of PostgreSQL */
async function chooseBackend(root: string, isTemporary: boolean, { backend: backendName }: PostgresOptions): Promise<Backend> {
  await mkdir(root, { recursive: true })
  const system = backendName === 'pglite' ? undefined : await findSystemBackend(root, isTemporary)
  if (backendName === 'system' && !system)
    throw new Error('The service postgres found no initdb, postgres and pg_basebackup on the search path.')
  const isPglite = !system || (backendName === undefined && existsSync(join(root, 'pglite-18')))
  const backend = isPglite ? (await import('./pglite-backend.ts')).pgliteBackend : system
  const other = (await readdir(root)).find((name) => /^(?:postgres|pglite)-\d+$/.test(name) && name !== backend.name)
  if (other !== undefined)
    throw new Error(`${backend.name} cannot read the data of ${other} in ${root}. Install that version, or delete the folder.`)
  return backend
}

function closeConnection({ terminate }: OpenConnection): void {
  terminate(new PostgresError('57P01', 'terminating connection due to administrator command'))
}

/** Fields of the nodes. A change of one ends on new nodes. */
const nodeFields = ['size', 'num_nodes', 'storage_size_mib', 'region', 'version']

/** Returns true when a resize, a migration or an upgrade has ended. */
function isRestart({ before, after }: ResourceChange): boolean {
  const [old, present] = [before?.value ?? {}, after?.value ?? {}]
  if (present['status'] !== 'online' || !['online', 'resizing', 'migrating'].includes(String(old['status']))) return false
  return old['status'] !== 'online' || nodeFields.some((name) => old[name] !== present[name])
}

/** Connections by the memory of the size, less three that the platform reserves. */
function maxConnections({ size }: DatabaseCluster): number {
  return Number(/(\d+)gb/.exec(size)?.[1] ?? 1) * 25 - 3
}
