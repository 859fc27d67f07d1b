/** Separate databases on one Postgres server, and queries of their content. */

export interface Database {
  readonly url: string
  readonly drop: () => Promise<void>
}

let count = 0

/** @param server URL of any database of the server */
export async function createDatabase(server: string): Promise<Database> {
  count += 1
  const name = `test_${process.pid}_${count}`
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)) }
}

/** Runs one query on a new connection. */
export async function query<Row extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(sql, [...values])
    return rows
  } finally {
    await client.end()
  }
}
