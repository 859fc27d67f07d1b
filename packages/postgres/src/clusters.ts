/** Resources of the PostgreSQL clusters, and the connections that they allow. */
import { BlockList } from 'node:net'
import type { Resource, ResourceChange, ServiceContext } from '@spindrift/sandbox'
import type { DatabaseCluster, DatabasePool, DatabaseReplica } from '@spindrift/types/databases'
import type { Login } from './gateway.ts'
import { PostgresError } from './wire.ts'

export const kinds = ['DatabaseCluster', 'DatabaseReplica', 'DatabasePool', 'DatabaseBackup', 'DatabaseFirewallRule']

/** Address of a cluster (`<id>`), of its read-only nodes (`<id>:standby`), of its pools (`<id>:pool`), or of a replica (`<its id>`). */
export type AddressKey = string

export function isPostgres({ engine }: Pick<DatabaseCluster, 'engine'>): boolean {
  return engine === 'pg' || engine === 'advanced_pg'
}

/** Id of the cluster that contains a resource. */
export const parentId = ({ parent }: Pick<Resource, 'parent'>): string => parent.split('/')[1] ?? ''

const pathOf = ({ parent, kind, id }: Resource) => `${parent}${kind}/${encodeURIComponent(id)}/`

export class Clusters {
  readonly #resources = new Map<string, Resource>()

  load({ list }: ServiceContext): void {
    this.#resources.clear()
    for (const resource of kinds.flatMap(list)) this.#resources.set(pathOf(resource), resource)
  }

  apply({ before, after }: ResourceChange): void {
    if (after) this.#resources.set(pathOf(after), after)
    else if (before) for (const path of this.#resources.keys()) if (path.startsWith(pathOf(before))) this.#resources.delete(path)
  }

  find(id: string): DatabaseCluster | undefined {
    const cluster = this.#resources.get(`DatabaseCluster/${id}/`)?.value as DatabaseCluster | undefined
    return cluster && isPostgres(cluster) ? cluster : undefined
  }

  list(account?: string): DatabaseCluster[] {
    return [...this.#resources.values()]
      .filter((resource) => resource.kind === 'DatabaseCluster' && (account === undefined || resource.account === account))
      .map(({ value }) => value as unknown as DatabaseCluster)
      .filter(isPostgres)
  }

  /** Lists the resources in a cluster or a replica. */
  listInside(kind: string, parent: string): Resource[] {
    return [...this.#resources.values()].filter((resource) => resource.kind === kind && resource.parent === parent)
  }

  findReplica(id: string): { readonly replica: DatabaseReplica; readonly path: string; readonly cluster: DatabaseCluster } | undefined {
    const found = [...this.#resources.values()].find(({ kind, value }) => kind === 'DatabaseReplica' && value['id'] === id)
    const cluster = found && this.find(parentId(found))
    return cluster && { replica: found.value as unknown as DatabaseReplica, path: pathOf(found), cluster }
  }

  /** Lists the addresses that the resources have. */
  listAddresses(): AddressKey[] {
    return this.list().flatMap(({ id, num_nodes }) => {
      const parent = `DatabaseCluster/${id}/`
      const replicas = this.listInside('DatabaseReplica', parent).map(({ value }) => String(value['id']))
      const hasPools = this.listInside('DatabasePool', parent).length > 0
      return [id, ...replicas, ...(hasPools ? [`${id}:pool`] : []), ...(num_nodes > 1 ? [`${id}:standby`] : [])]
    })
  }

  /** Finds what a login leads to; the password is undefined if no such user exists. @throws PostgresError when a client may not log in here */
  allow(key: AddressKey, login: Login) {
    const [id = '', address] = key.split(':')
    const node = this.findReplica(id)
    const cluster = node?.cluster ?? this.find(id)
    if (!cluster) throw new PostgresError('57P01', 'the database cluster was deleted')
    const { status } = node?.replica ?? cluster
    if (status === 'creating' || status === 'forking') throw new PostgresError('57P03', 'the database system is starting up')
    const pool = address === 'pool' ? this.#findPool(id, login.database) : undefined
    const { user = login.user, db: database = login.database } = pool ?? {}
    this.#checkSource(node?.path ?? `DatabaseCluster/${id}/`, login)
    const password = login.user === user ? cluster.users?.find(({ name }) => name === user)?.password : undefined
    return { cluster, user, database, password, isReadOnly: node !== undefined || address === 'standby' }
  }

  /** @throws PostgresError 08P01 */
  #findPool(id: string, name: string): DatabasePool {
    const pool = this.listInside('DatabasePool', `DatabaseCluster/${id}/`).find((resource) => resource.id === name)
    if (!pool) throw new PostgresError('08P01', `no such database: ${name}`)
    return pool.value as unknown as DatabasePool
  }

  /** Checks the trusted sources. Clients of a sandbox are no droplets or apps, so only rules with addresses admit them. @throws PostgresError 28000 */
  #checkSource(path: string, { address, user, database }: Login): void {
    const rules = this.listInside('DatabaseFirewallRule', path).map(({ value }) => value)
    if (rules.length === 0) return
    const trusted = new BlockList()
    for (const { type, value } of rules) {
      const [network = '', prefix = '32'] = String(value).split('/')
      if (type === 'ip_addr') trusted.addSubnet(network, Number(prefix), 'ipv4')
    }
    if (!trusted.check(address))
      throw new PostgresError('28000', `no pg_hba.conf entry for host "${address}", user "${user}", database "${database}", no encryption`)
  }
}
