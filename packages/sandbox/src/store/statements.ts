/** Statements of a database, each prepared once. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Prepare = (sql: string) => StatementSync

export function cacheStatements(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = database.prepare(sql)))
    return statement
  }
}
