/** How the databases of an app are reached, from outside of it. */
import type { Handler, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import {
  connectAs,
  connectPools,
  type DatabaseConnection,
  createDevelopmentConnection,
  resetPassword,
  trustApp,
  trusts,
} from '../databases/index.ts'
import { type AppKey, assertNotPinned, openApp, stateOf } from './app-state.ts'
import { findClusterByName } from './check-references.ts'
import type { AppSpec } from './components.ts'
import { deploy } from './deployments.ts'
import { digest } from './hashed-values.ts'
import type { Handlers } from '../family.ts'

type Database = NonNullable<AppSpec['databases']>[number]

type Cluster = Kinds['DatabaseCluster']

type Details = ReplyOf<'apps_databases_listConnectionDetails'>['connection_details'][number]

type Address = Omit<Details, 'component_name' | 'pools'>

const list: Handler<'apps_databases_listConnectionDetails'> = ({ path }, ctx) => {
  const app = openApp(path.app_id, ctx)
  const databases = ctx.engine.get('App', app).spec.databases ?? []
  return { connection_details: databases.flatMap((database) => describe(ctx, app, database) ?? []) }
}

function describe(ctx: AccountContext, app: AppKey, database: Database): Details | undefined {
  const { name, production } = database
  if (!production) return { ...addressOf(connectDevelopment(ctx, app, name)), component_name: name }
  const cluster = findClusterByName(ctx, database.cluster_name)
  const connection = cluster && connectAs(ctx, cluster, usedOf(database))
  if (!connection) return undefined
  const pools = connectPools(ctx, cluster, usedOf(database)).map((pool) => ({ pool_name: pool.name, ...addressOf(pool.connection) }))
  return { ...addressOf(connection), component_name: name, ...(pools.length > 0 && { pools }) }
}

const usedOf = ({ db_user: user, db_name: database }: Database) => ({ user, database })

function addressOf({ host, port, user, password, database, uri }: DatabaseConnection): Address {
  return { host, port, username: user, password, database_name: database, ssl_mode: 'require', database_url: uri }
}

function connectDevelopment(ctx: AccountContext, app: AppKey, name: string): DatabaseConnection {
  const times = stateOf(ctx, app).resets?.[name] ?? 0
  const password = digest('database password', app.id, name, String(times)).slice(0, 24)
  return createDevelopmentConnection(`app-${app.id}-${name}`, name, password)
}

const reset: Handler<'apps_components_resetPassword'> = ({ path }, ctx) => {
  const { app, spec, database, cluster } = openDatabase(path, ctx)
  assertNotPinned(ctx, app)
  if (cluster) resetPassword(ctx, cluster, usedOf(database))
  else {
    const { resets } = stateOf(ctx, app)
    ctx.engine.hide('App', app, { resets: { ...resets, [database.name]: (resets?.[database.name] ?? 0) + 1 } })
  }
  return { deployment: deploy(ctx, app, { cause: 'database password reset', type: 'MANUAL', spec }) }
}

const trust: Handler<'apps_components_updateTrustedSources'> = ({ path, body: { Enable: isTrusted } }, ctx) => {
  const { app, database, cluster } = openDatabase(path, ctx)
  if (cluster) {
    trustApp(ctx, cluster, app.id, isTrusted)
    return { is_enabled: trusts(ctx.engine.get('DatabaseCluster', cluster.id), app.id) }
  }
  const others = (stateOf(ctx, app).closed ?? []).filter((name) => name !== database.name)
  ctx.engine.hide('App', app, { closed: isTrusted ? [...others, database.name] : others })
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
function openDatabase(path: Call<'apps_components_resetPassword'>['path'], ctx: AccountContext): OpenDatabase {
  const app = openApp(path.app_id, ctx)
  const { spec } = ctx.engine.get('App', app)
  const database = spec.databases?.find(({ name }) => name === path.component_name)
  if (!database) throw notFound()
  const cluster = database.production ? findClusterByName(ctx, database.cluster_name) : undefined
  if (database.production && !cluster) throw notFound()
  return { app, spec, database, cluster }
}

export const databasesHandlers = {
  apps_databases_listConnectionDetails: list,
  apps_components_resetPassword: reset,
  apps_components_updateTrustedSources: trust,
} satisfies Handlers
