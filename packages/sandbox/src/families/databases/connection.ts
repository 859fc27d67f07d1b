/** Connection details of a cluster, derived from its name, its engine and the password of the administrator. */
import type { DatabaseEngineEntry } from '../../catalog/database-engines.ts'
import { type Changes, keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'

type Cluster = Kinds['DatabaseCluster']

/** Request for an object in a cluster. */
export interface InCluster {
  readonly path: { readonly database_cluster_uuid?: string | number }
}

/** Cluster of the path. */
export function databaseKey({ path }: InCluster): Key<'DatabaseCluster'> {
  return keyOf('DatabaseCluster', path.database_cluster_uuid ?? '')
}

const domain = 'db.spindrift.example'

/** Ports of additional services. */
const ports = { registry: 25_066, dashboard: 443, metrics: 9273 } as const

/** The prefix `replica-` names a standby node, and `private-` before it the address in the VPC. */
export function hostOf(label: string, { standby = false, inside = false } = {}): string {
  return `${inside ? 'private-' : ''}${standby ? 'replica-' : ''}${label}.${domain}`
}

export interface ConnectionParts {
  readonly engine: DatabaseEngineEntry
  readonly host: string
  /** Empty if it is hidden. */
  readonly password: string
  /** Default: the administrator. */
  readonly user?: string
  /** Default: the default database. The name of a pool connects to the pool. */
  readonly database?: string
  /** Default: the port of the engine. */
  readonly port?: number
}

export function createConnection(parts: ConnectionParts): Cluster['connection'] {
  const { engine, host, password, user = engine.defaultUser, database = engine.defaultDb ?? '', port = engine.port } = parts
  // An SRV record contains the port, so such an address names none.
  const authority = engine.scheme === 'mongodb+srv' ? host : `${host}:${port}`
  const path = database === '' ? '' : `/${encodeURIComponent(database)}`
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`
  const uri = `${engine.scheme}://${encodeURIComponent(user)}${secret}@${authority}${path}${engine.query}`
  return { uri, database, host, port, user, password, ssl: true }
}

/** Service in addition to the engine. */
function createService(host: string, port: number, user: string, password: string): NonNullable<Cluster['ui_connection']> {
  return { uri: `https://${user}:${encodeURIComponent(password)}@${host}:${port}`, host, port, user, password, ssl: true }
}

export interface ClusterAddress {
  readonly engine: DatabaseEngineEntry
  readonly label: string
  readonly nodes: number
  readonly password: string
  readonly hasRegistry: boolean
}

/** Returns every connection field of a cluster; undefined removes a field. */
export function createConnections({ engine, label, nodes, password, hasRegistry }: ClusterAddress): Changes<Cluster> {
  const at = (where: { standby?: boolean; inside?: boolean }) => createConnection({ engine, host: hostOf(label, where), password })
  const hasStandby = engine.hasStandbys && nodes > 1
  return {
    connection: at({}),
    private_connection: at({ inside: true }),
    standby_connection: hasStandby ? at({ standby: true }) : undefined,
    standby_private_connection: hasStandby ? at({ standby: true, inside: true }) : undefined,
    ui_connection: engine.base === 'opensearch' ? createService(hostOf(label), ports.dashboard, engine.defaultUser, password) : undefined,
    schema_registry_connection: hasRegistry ? createService(hostOf(label), ports.registry, engine.defaultUser, password) : undefined,
    metrics_endpoints: Array.from({ length: nodes }, (_, node) => ({ host: hostOf(`${label}-${node}`), port: ports.metrics })),
  }
}
