import { type DatabaseServer, runSql, superuser } from './server.ts'
import { quoteName, quoteText } from './wire.ts'

/** Comment on the roles and databases of the API. Others come from clients and stay. */
const mark = 'Managed by the API'

export interface ClusterContents {
  readonly administrator: string
  readonly users: readonly string[]
  readonly databases: readonly string[]
}

/** Creates the missing users and databases, and deletes those that the API has deleted. */
export async function synchronize(server: DatabaseServer, { administrator, users, databases }: ClusterContents): Promise<void> {
  const [roles = [], stored = []] = await runSql(server, superuser, [
    "SELECT rolname, shobj_description(oid, 'pg_authid') FROM pg_roles",
    "SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database WHERE datallowconn",
  ])
  const owner = quoteName(administrator)
  const createUser = (name: string, exists: boolean) => [
    ...(exists ? [] : [`CREATE ROLE ${quoteName(name)}`]),
    `ALTER ROLE ${quoteName(name)} LOGIN ${name === administrator ? 'CREATEDB CREATEROLE REPLICATION BYPASSRLS' : ''}`,
    ...(name === administrator ? [] : [`GRANT ${quoteName(name)} TO ${owner} WITH ADMIN OPTION`]),
    `COMMENT ON ROLE ${quoteName(name)} IS ${quoteText(mark)}`,
  ]
  const createDatabase = (name: string, exists: boolean) => [
    ...(exists ? [] : [`CREATE DATABASE ${quoteName(name)}`]),
    `ALTER DATABASE ${quoteName(name)} OWNER TO ${owner}`,
    `COMMENT ON DATABASE ${quoteName(name)} IS ${quoteText(mark)}`,
  ]
  const findRemoved = (rows: readonly string[][], wanted: readonly string[]) =>
    rows.flatMap(([name = '', comment]) => (comment === mark && !wanted.includes(name) ? [name] : []))
  const createMissing = (rows: readonly string[][], wanted: readonly string[], create: typeof createUser) => {
    const comments = new Map(rows.map(([name = '', comment]) => [name, comment]))
    return wanted.flatMap((name) => (comments.get(name) === mark ? [] : create(name, comments.has(name))))
  }
  const removedDatabases = findRemoved(stored, databases)
  const removedUsers = findRemoved(roles, users)
  await runSql(server, superuser, [
    ...createMissing(roles, users, createUser),
    ...createMissing(stored, databases, createDatabase),
    ...removedDatabases.map((name) => `DROP DATABASE ${quoteName(name)} WITH (FORCE)`),
  ])
  if (removedUsers.length === 0) return
  for (const [name = ''] of stored.filter(([stale = '']) => !removedDatabases.includes(stale)))
    await runSql(
      server,
      name,
      removedUsers.flatMap((user) => [`REASSIGN OWNED BY ${quoteName(user)} TO ${owner}`, `DROP OWNED BY ${quoteName(user)}`]),
    )
  await runSql(
    server,
    superuser,
    removedUsers.map((user) => `DROP ROLE ${quoteName(user)}`),
  )
}
