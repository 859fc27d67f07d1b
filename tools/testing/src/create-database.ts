/** Databases of their own on one Postgres, and what is in them. */

export interface Database {
  readonly url: string
  readonly drop: () => Promise<void>
}

let count = 0

/** @param server the address of another of its databases */
export async function createDatabase(server: string): Promise<Database> {
  count += 1
  const name = `test_${process.pid}_${count}`
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)) }
}

/** By a connection of its own. */
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

/** A snapshot as the replicas keep it: a file of SQLite. */
export async function readSnapshot(url: string, name: string): Promise<Uint8Array> {
  const parts = await query<{ readonly bytes: Uint8Array }>(url, 'SELECT bytes FROM spindrift.snapshots WHERE name = $1 ORDER BY part', [
    name,
  ])
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}
