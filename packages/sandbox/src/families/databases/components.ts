/** Databases as components of apps: a database and a user of a cluster, or a development database of the app. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { refreshCluster } from './cluster-state.ts'
import { hostOf, createConnection } from './connection.ts'
import { replaceRules } from './firewall-rules.hooks.ts'
import { describeCluster } from './clusters.ts'
import { describePool } from './pools.hooks.ts'
import { resetUser } from './users.ts'

type Cluster = Kinds['DatabaseCluster']
export type DatabaseConnection = Cluster['connection']

/** Settings of an app for a database in a cluster. */
export interface UsedDatabase {
  readonly user?: string | undefined
  readonly database?: string | undefined
}

/** Undefined when the cluster no longer has the user. */
export function connectAs(ctx: AccountContext, value: Cluster, { user: userName, database }: UsedDatabase): DatabaseConnection | undefined {
  const { engine, key, parent } = describeCluster(value)
  const user = userName ?? engine.defaultUser
  const found = ctx.engine.find('DatabaseUser', { parent, id: user })
  if (engine.hasUsers && !found) return undefined
  const password = found?.password ?? ctx.engine.getHidden('DatabaseCluster', key).password
  return createConnection({ engine, host: value.connection.host, user, password, ...(database !== undefined && { database }) })
}

/** Connection pools of the database. */
export function connectPools(
  ctx: AccountContext,
  value: Cluster,
  { database }: UsedDatabase,
): { readonly name: string; readonly connection: DatabaseConnection }[] {
  const cluster = describeCluster(value)
  return ctx.engine
    .list('DatabasePool', { parent: cluster.parent, order: 'oldest' })
    .filter(({ db }) => db === (database ?? cluster.engine.defaultDb))
    .flatMap((pool) => {
      const { name, connection } = describePool(ctx, cluster, pool)
      return connection ? [{ name, connection }] : []
    })
}

/** Connection of a database that is created and deleted with an app. */
export function createDevelopmentConnection(label: string, name: string, password: string): DatabaseConnection {
  const engine = databaseEngines.find(({ slug }) => slug === 'pg')
  if (!engine) throw new Error('The catalog has no PostgreSQL.')
  return createConnection({ engine, host: hostOf(label), user: name, database: name, password })
}

/** @throws Failure 404 when the cluster has no such user */
export function resetPassword(ctx: AccountContext, value: Cluster, { user }: UsedDatabase): void {
  const cluster = describeCluster(value)
  resetUser(ctx, cluster, user ?? cluster.engine.defaultUser)
}

const isFor =
  (app: string) =>
  ({ type, value }: Cluster['rules'][number]): boolean =>
    type === 'app' && value === app

export function isTrustedSource({ rules }: Cluster, app: string): boolean {
  return rules.some(isFor(app))
}

/** Adds the app to the trusted sources of the cluster, or removes it. */
export function addTrustedApp(ctx: AccountContext, value: Cluster, app: string, isTrusted: boolean): void {
  if (isTrustedSource(value, app) === isTrusted) return
  const { key } = describeCluster(value)
  const others = value.rules.filter((rule) => !isFor(app)(rule))
  replaceRules(ctx, key, isTrusted ? [...others, { type: 'app', value: app }] : others)
  refreshCluster(ctx, key)
}
