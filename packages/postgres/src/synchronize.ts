import { type DatabaseServer, runSql } from './server.ts'
import { quoteName, quoteText } from './wire.ts'

/** Comment on the roles and databases of the API. Others come from clients and stay. */
const mark = 'Managed by the API'

/** Reads the comments of roles and databases by their names. */
const contentsQuery = `SELECT json_build_object(
  'roles', (SELECT json_object_agg(rolname, shobj_description(oid, 'pg_authid')) FROM pg_roles),
  'databases', (SELECT json_object_agg(datname, shobj_description(oid, 'pg_database')) FROM pg_database WHERE datallowconn))`

type Comments = Readonly<Record<string, string | null>>

const administrator = 'doadmin'

/** Creates the missing users and databases, and deletes those that the API has deleted. */
export function synchronize(server: DatabaseServer, users: readonly string[], databases: readonly string[]): Promise<void> {
  const owner = quoteName(administrator)
  const alterUser = (name: string) => [
    `ALTER ROLE ${quoteName(name)} LOGIN ${name === administrator ? 'CREATEDB CREATEROLE REPLICATION BYPASSRLS' : ''}`,
    ...(name === administrator ? [] : [`GRANT ${quoteName(name)} TO ${owner} WITH ADMIN OPTION`]),
  ]
  // Every server has the database template1; PGlite ignores the name.
  return runSql(server, 'template1', async (run) => {
    const [text = ''] = await run(contentsQuery)
    const stored = JSON.parse(text) as { readonly roles: Comments; readonly databases: Comments }
    const removedUsers = listRemoved(stored.roles, users)
    const removedDatabases = listRemoved(stored.databases, databases)
    await run(
      ...listMissing('ROLE', stored.roles, users, alterUser),
      ...listMissing('DATABASE', stored.databases, databases, (name) => [`ALTER DATABASE ${quoteName(name)} OWNER TO ${owner}`]),
      ...removedDatabases.map((name) => `DROP DATABASE ${quoteName(name)} WITH (FORCE)`),
    )
    const reassignStatements = removedUsers.flatMap((user) => [
      `REASSIGN OWNED BY ${quoteName(user)} TO ${owner}`,
      `DROP OWNED BY ${quoteName(user)}`,
    ])
    const remaining = Object.keys(stored.databases).filter((name) => !removedDatabases.includes(name))
    if (reassignStatements.length > 0)
      for (const name of remaining) await runSql(server, name, (runThere) => runThere(...reassignStatements))
    await run(...removedUsers.map((user) => `DROP ROLE ${quoteName(user)}`))
  })
}

function listRemoved(comments: Comments, expected: readonly string[]): string[] {
  return Object.keys(comments).filter((name) => comments[name] === mark && !expected.includes(name))
}

/** Lists the statements that create and mark what is missing. */
function listMissing(type: string, comments: Comments, expected: readonly string[], alter: (name: string) => string[]): string[] {
  const create = (name: string) => (Object.hasOwn(comments, name) ? [] : [`CREATE ${type} ${quoteName(name)}`])
  const comment = (name: string) => `COMMENT ON ${type} ${quoteName(name)} IS ${quoteText(mark)}`
  return expected.flatMap((name) => (comments[name] === mark ? [] : [...create(name), ...alter(name), comment(name)]))
}
