/** How the databases of an app are reached, from outside of it. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import {
  connectAs,
  connectPools,
  type DatabaseConnection,
  makeDevelopmentConnection,
  resetPassword,
  trustApp,
  trusts,
} from '../databases/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { type AppKey, assertNotPinned, openApp, stateOf } from './app-state.ts'
import { findClusterByName } from './check-references.ts'
import type { AppSpec } from './components.ts'
import { deploy } from './deployments.ts'
import { digest } from './hashed-values.ts'

type Database = NonNullable<AppSpec['databases']>[number]
type Cluster = Kinds['DatabaseCluster']
type Details = ReplyOf<'apps_databases_listConnectionDetails'>['connection_details'][number]
type Address = Omit<Details, 'component_name' | 'pools'>

const list: Behavior<'apps_databases_listConnectionDetails'> = ({ path }, world) => {
  const app = openApp(path.app_id, world)
  const databases = world.engine.get('App', app).spec.databases ?? []
  return { connection_details: databases.flatMap((database) => describe(world, app, database) ?? []) }
}

function describe(world: World, app: AppKey, database: Database): Details | undefined {
  const { name, production } = database
  if (!production) return { ...addressOf(connectDevelopment(world, app, name)), component_name: name }
  const cluster = findClusterByName(world, database.cluster_name)
  const connection = cluster && connectAs(world, cluster, usedOf(database))
  if (!connection) return undefined
  const pools = connectPools(world, cluster, usedOf(database)).map((pool) => ({ pool_name: pool.name, ...addressOf(pool.connection) }))
  return { ...addressOf(connection), component_name: name, ...(pools.length > 0 && { pools }) }
}

const usedOf = ({ db_user: user, db_name: database }: Database) => ({ user, database })

function addressOf({ host, port, user, password, database, uri }: DatabaseConnection): Address {
  return { host, port, username: user, password, database_name: database, ssl_mode: 'require', database_url: uri }
}

function connectDevelopment(world: World, app: AppKey, name: string): DatabaseConnection {
  const times = stateOf(world, app).resets?.[name] ?? 0
  const password = digest('database password', app.id, name, String(times)).slice(0, 24)
  return makeDevelopmentConnection(`app-${app.id}-${name}`, name, password)
}

const reset: Behavior<'apps_components_resetPassword'> = ({ path }, world) => {
  const { app, spec, database, cluster } = openDatabase(path, world)
  assertNotPinned(world, app)
  if (cluster) resetPassword(world, cluster, usedOf(database))
  else {
    const { resets } = stateOf(world, app)
    world.engine.hide('App', app, { resets: { ...resets, [database.name]: (resets?.[database.name] ?? 0) + 1 } })
  }
  return { deployment: deploy(world, app, { cause: 'database password reset', type: 'MANUAL', spec }) }
}

const trust: Behavior<'apps_components_updateTrustedSources'> = ({ path, body: { Enable: isTrusted } }, world) => {
  const { app, database, cluster } = openDatabase(path, world)
  if (cluster) {
    trustApp(world, cluster, app.id, isTrusted)
    return { is_enabled: trusts(world.engine.get('DatabaseCluster', cluster.id), app.id) }
  }
  const others = (stateOf(world, app).closed ?? []).filter((name) => name !== database.name)
  world.engine.hide('App', app, { closed: isTrusted ? [...others, database.name] : others })
  return { is_enabled: isTrusted }
}

interface OpenDatabase {
  readonly app: AppKey
  readonly spec: AppSpec
  readonly database: Database
  /** Undefined where it belongs to the app alone. */
  readonly cluster: Cluster | undefined
}

/** @throws Failure 404 when there is no such app or database, or its cluster is gone */
function openDatabase(path: Call<'apps_components_resetPassword'>['path'], world: World): OpenDatabase {
  const app = openApp(path.app_id, world)
  const { spec } = world.engine.get('App', app)
  const database = spec.databases?.find(({ name }) => name === path.component_name)
  if (!database) throw notFound()
  const cluster = database.production ? findClusterByName(world, database.cluster_name) : undefined
  if (database.production && !cluster) throw notFound()
  return { app, spec, database, cluster }
}

export const appDatabases: FamilyBehavior = {
  behaviors: {
    apps_databases_listConnectionDetails: list,
    apps_components_resetPassword: reset,
    apps_components_updateTrustedSources: trust,
  },
}
