/** Connection details, password reset and trusted sources of app databases. */
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
  addTrustedApp,
  isTrustedSource,
} from '../databases/index.ts'
import { type AppKey, assertNotPinned, requireApp, getAppState } from './app-state.ts'
import { findClusterByName } from './spec-references.ts'
import type { AppSpec } from './components.ts'
import { createDeployment } from './deployments.ts'
import { hashParts } from './hashed-values.ts'
import type { Handlers } from '../family.ts'

type Database = NonNullable<AppSpec['databases']>[number]

type Cluster = Kinds['DatabaseCluster']

type Details = ReplyOf<'apps_databases_listConnectionDetails'>['connection_details'][number]

type Address = Omit<Details, 'component_name' | 'pools'>

const listConnectionDetails: Handler<'apps_databases_listConnectionDetails'> = ({ path }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  const databases = ctx.engine.get('App', app).spec.databases ?? []
  return { connection_details: databases.flatMap((database) => describeConnection(ctx, app, database) ?? []) }
}

function describeConnection(ctx: AccountContext, app: AppKey, database: Database): Details | undefined {
  const { name, production } = database
  if (!production) return { ...formatAddress(connectDevelopment(ctx, app, name)), component_name: name }
  const cluster = findClusterByName(ctx, database.cluster_name)
  const connection = cluster && connectAs(ctx, cluster, getCredentialNames(database))
  if (!connection) return undefined
  const pools = connectPools(ctx, cluster, getCredentialNames(database)).map((pool) => ({
    pool_name: pool.name,
    ...formatAddress(pool.connection),
  }))
  return { ...formatAddress(connection), component_name: name, ...(pools.length > 0 && { pools }) }
}

const getCredentialNames = ({ db_user: user, db_name: database }: Database) => ({ user, database })

function formatAddress({ host, port, user, password, database, uri }: DatabaseConnection): Address {
  return { host, port, username: user, password, database_name: database, ssl_mode: 'require', database_url: uri }
}

function connectDevelopment(ctx: AccountContext, app: AppKey, name: string): DatabaseConnection {
  const resetCount = getAppState(ctx, app).resets?.[name] ?? 0
  const password = hashParts('database password', app.id, name, String(resetCount)).slice(0, 24)
  return createDevelopmentConnection(`app-${app.id}-${name}`, name, password)
}

const resetDatabasePassword: Handler<'apps_components_resetPassword'> = ({ path }, ctx) => {
  const { app, spec, database, cluster } = requireDatabase(path, ctx)
  assertNotPinned(ctx, app)
  if (cluster) resetPassword(ctx, cluster, getCredentialNames(database))
  else {
    const { resets } = getAppState(ctx, app)
    ctx.engine.setHidden('App', app, { resets: { ...resets, [database.name]: (resets?.[database.name] ?? 0) + 1 } })
  }
  return { deployment: createDeployment(ctx, app, { cause: 'database password reset', type: 'MANUAL', spec }) }
}

const updateTrustedSources: Handler<'apps_components_updateTrustedSources'> = ({ path, body: { Enable: isEnabled } }, ctx) => {
  const { app, database, cluster } = requireDatabase(path, ctx)
  if (cluster) {
    addTrustedApp(ctx, cluster, app.id, isEnabled)
    return { is_enabled: isTrustedSource(ctx.engine.get('DatabaseCluster', cluster.id), app.id) }
  }
  const others = (getAppState(ctx, app).closed ?? []).filter((name) => name !== database.name)
  ctx.engine.setHidden('App', app, { closed: isEnabled ? [...others, database.name] : others })
  return { is_enabled: isEnabled }
}

interface DatabaseContext {
  readonly app: AppKey
  readonly spec: AppSpec
  readonly database: Database
  /** Undefined for a development database. */
  readonly cluster: Cluster | undefined
}

/** @throws Failure 404 when the app, the database or its cluster does not exist */
function requireDatabase(path: Call<'apps_components_resetPassword'>['path'], ctx: AccountContext): DatabaseContext {
  const app = requireApp(path.app_id, ctx)
  const { spec } = ctx.engine.get('App', app)
  const database = spec.databases?.find(({ name }) => name === path.component_name)
  if (!database) throw notFound()
  const cluster = database.production ? findClusterByName(ctx, database.cluster_name) : undefined
  if (database.production && !cluster) throw notFound()
  return { app, spec, database, cluster }
}

export const databasesHandlers = {
  apps_databases_listConnectionDetails: listConnectionDetails,
  apps_components_resetPassword: resetDatabasePassword,
  apps_components_updateTrustedSources: updateTrustedSources,
} satisfies Handlers
