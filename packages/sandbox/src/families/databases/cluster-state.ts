/** Derived fields of a cluster, its event log, and the states in which it can be changed. */
import type { DatabaseEngineEntry } from '../../catalog/database-engines.ts'
import { onlyOne } from '../../engine/engine.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { hostOf, createConnection, createConnections } from './connection.ts'
import { engineOf } from './engines.ts'
import { getProjectId } from '../../shared/project-urns.ts'

export type Cluster = Kinds['DatabaseCluster']
type DatabaseUser = Kinds['DatabaseUser']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    DatabaseCluster: {
      /** Prefix of the host names of the cluster. */
      label: string
      /** Password of the administrator, if no user object has it. */
      password: string
      /** Start of the next backup. Times are milliseconds since 1970. */
      nextBackup?: number
      /** Start of the running backup. */
      running?: number | null
      /** Default compatibility level of the schema registry. */
      schemaLevel?: SchemaLevel
      /** Source of a restored cluster: the id of another one, and the time of its backup. */
      restoredFrom?: { readonly cluster: string; readonly backup: string | undefined }
      /** Fields of a change in progress, set when it ends. */
      change?: Changes<Cluster>
    }
    DatabaseReplica: { label: string; change?: Changes<Kinds['DatabaseReplica']> }
  }
}

export type SchemaLevel = Operations['databases_schemas_getConfig']['reply']['compatibility_level']

/**
 * Updates the derived users, databases, rules, nodes and passwords of a cluster. Call it after each change of one of them or
 * of `schema_registry` in the configuration.
 */
export function refreshCluster({ engine: store }: AccountContext, key: Key<'DatabaseCluster'>): Cluster {
  const cluster = store.get('DatabaseCluster', key)
  const engine = engineOf(cluster)
  const parent = childPath(key)
  const { label, password } = store.getHidden('DatabaseCluster', key)
  const users = store.list('DatabaseUser', { parent })
  const administrator = users.find(({ role }) => role === 'primary')
  const current = administrator?.password ?? password
  // There may be many, and the cluster shows only their names.
  if (cluster.connection.password !== current) renewReplicas(store, parent, engine, current)
  const config = store.find('DatabaseConfig', { parent, id: onlyOne })
  return store.setFields('DatabaseCluster', key, {
    users: engine.hasUsers ? users.map((user) => showUser(cluster, user)) : null,
    db_names: engine.defaultDb === null ? null : store.list('DatabaseDb', { parent }).map(({ name }) => name),
    rules: store.list('DatabaseFirewallRule', { parent }),
    ...createConnections({
      engine,
      label,
      nodes: cluster.num_nodes,
      password: tellsOnce(engine) ? '' : current,
      hasRegistry: engine.base === 'kafka' && config?.schema_registry === true,
    }),
  })
}

function renewReplicas(store: AccountContext['engine'], parent: string, engine: DatabaseEngineEntry, password: string): void {
  for (const { name: id } of store.list('DatabaseReplica', { parent })) {
    const { label } = store.getHidden('DatabaseReplica', { parent, id })
    store.setFields('DatabaseReplica', { parent, id }, createBothConnections(engine, label, password))
  }
}

/** Connections over the public and the private network. */
export function createBothConnections(engine: DatabaseEngineEntry, label: string, password: string) {
  const at = (inside: boolean) => createConnection({ engine, host: hostOf(label, { inside }), password })
  return { connection: at(false), private_connection: at(true) }
}

/** MongoDB returns a password only in the response to the request that sets it. */
function tellsOnce({ base }: DatabaseEngineEntry): boolean {
  return base === 'mongodb'
}

/** Formats a user as reads return it. */
export function showUser(cluster: Cluster, { password, ...user }: DatabaseUser): DatabaseUser {
  return tellsOnce(engineOf(cluster)) || password === undefined ? user : { ...user, password }
}

/** Response of a create, with the fields that only this response has. */
export function showCreated({ engine: store }: AccountContext, cluster: Cluster): Cluster {
  const key = keyOf('DatabaseCluster', cluster.id)
  const engine = engineOf(cluster)
  if (!tellsOnce(engine)) return cluster
  const users = store.list('DatabaseUser', { parent: childPath(key) })
  const { label, password: first } = store.getHidden('DatabaseCluster', key)
  const password = users.find(({ role }) => role === 'primary')?.password ?? first
  return { ...cluster, ...createBothConnections(engine, label, password), users }
}

export function logEvent(
  { engine, clock, ids }: AccountContext,
  key: Key<'DatabaseCluster'>,
  type: Kinds['DatabaseEvent']['event_type'],
): void {
  const fields = { cluster_name: engine.get('DatabaseCluster', key).name, event_type: type, create_time: clock.timestamp() }
  engine.create('DatabaseEvent', fields, { parent: childPath(key), id: ids.hex(8) })
}

/** @throws Failure 412 while another change is in progress */
export function assertUnchanging({ status }: Pick<Cluster, 'status'>): void {
  if (status !== 'online') throw preconditionFailed('update cluster cannot be performed. Reason: cluster is undergoing maintenance')
}

/** @throws Failure 412 */
export function assertOnline({ status }: Pick<Cluster, 'status'>): void {
  if (status !== 'online') throw preconditionFailed(`The cluster is ${status}. Wait until it is online.`)
}

export const urnOf = (id: string) => `do:dbaas:${id}`

/** Adds the current project, which can change without a change of the cluster. */
export function serializeCluster(cluster: Cluster, ctx: AccountContext): Cluster {
  return { ...cluster, project_id: getProjectId(ctx, urnOf(cluster.id)) }
}
