/** What a cluster shows of what lives under it, its log, and when it may be changed. */
import type { DatabaseEngineEntry } from '../../catalogue/database-engines.ts'
import { onlyOne } from '../../engine/engine.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, under } from '../../store/store.ts'
import { hostOf, makeConnection, makeConnections } from './connection.ts'
import { engineOf } from './engines.ts'

type DatabaseUser = Kinds['DatabaseUser']

/**
 * Writes anew what the cluster shows of its users, databases, rules, nodes and passwords. Whoever changes one of them, or
 * `schema_registry` in the configuration, calls this afterwards.
 */
export function refreshCluster({ engine: store }: World, key: Key): Value {
  const cluster = store.get(key)
  const engine = engineOf(cluster)
  const parent = under(key)
  const { label, password } = store.hidden(key)
  const users = store.all('DatabaseUser', { parent })
  const administrator = users.find(({ role }) => role === 'primary')
  const current = administrator?.password ?? String(password)
  for (const { name } of store.all({ kind: 'DatabaseReplica', parent })) {
    const replica = { kind: 'DatabaseReplica', parent, id: String(name) }
    store.change(replica, makeReplicaConnections(engine, String(store.hidden(replica)['label']), current))
  }
  const config = store.find({ kind: 'DatabaseConfig', parent, id: onlyOne })
  return store.change(key, {
    users: engine.hasUsers ? users.map((user) => showUser(cluster, user)) : null,
    db_names: engine.defaultDb === null ? null : store.all({ kind: 'DatabaseDb', parent }).map(({ name }) => name),
    rules: store.all({ kind: 'DatabaseFirewallRule', parent }),
    ...makeConnections({
      engine,
      label: String(label),
      nodes: Number(cluster['num_nodes']),
      password: current,
      hasRegistry: engine.base === 'kafka' && config?.['schema_registry'] === true,
    }),
  })
}

/** Replicas have the users of their primary. */
export function makeReplicaConnections(engine: DatabaseEngineEntry, label: string, password: string): Value {
  const at = (inside: boolean) => makeConnection({ engine, host: hostOf(label, { inside }), password })
  return { connection: at(false), private_connection: at(true) }
}

/** A user as it is read. MongoDB shows a password only in the answer that sets it. */
export function showUser(cluster: { readonly engine?: unknown }, { password, ...user }: DatabaseUser): DatabaseUser {
  return engineOf(cluster).base === 'mongodb' || password === undefined ? user : { ...user, password }
}

export function logEvent({ engine, clock, ids }: World, key: Key, type: string): void {
  const fields = { cluster_name: engine.get(key)['name'], event_type: type, create_time: clock.stamp() }
  engine.create('DatabaseEvent', fields, { parent: under(key), id: ids.hex(8) })
}

/** @throws Failure 412 while another change is under way */
export function assertUnchanging({ status }: Value): void {
  if (status !== 'online') throw preconditionFailed('update cluster cannot be performed. Reason: cluster is undergoing maintenance')
}

/** @throws Failure 412 */
export function assertOnline({ status }: Value): void {
  if (status !== 'online') throw preconditionFailed(`The cluster is ${String(status)}. Wait until it is online.`)
}
