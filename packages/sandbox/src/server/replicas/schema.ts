/** Creates the tables and functions in Postgres that replicas share. A database with another version of them is rejected. */
import type { Connection } from './connection.ts'

const version = 2

// The primary key of the change log decides which of several replicas appends a version. A row without changes has its state in an image.
const sql = `CREATE TABLE spindrift.version (number integer NOT NULL);

   CREATE TABLE spindrift.log (version bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, changes bytea);
   CREATE TABLE spindrift.images (version bigint, part integer, bytes bytea NOT NULL, PRIMARY KEY (version, part));
   CREATE TABLE spindrift.limit_log (position bigint PRIMARY KEY, data jsonb NOT NULL);
   CREATE TABLE spindrift.limit_totals (position bigint PRIMARY KEY, bytes bytea NOT NULL);
   CREATE TABLE spindrift.snapshots (name text, id uuid NOT NULL, part integer, bytes bytea NOT NULL, PRIMARY KEY (name, part));

   CREATE FUNCTION spindrift.append(next_version bigint, entry_id uuid, entry_changes bytea) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     -- The end of the log is never deleted: a replica whose version is missing is far behind.
     PERFORM 1 FROM spindrift.log WHERE version = next_version - 1 FOR KEY SHARE;
     IF NOT FOUND THEN RETURN false; END IF;
     INSERT INTO spindrift.log VALUES (next_version, entry_id, entry_changes) ON CONFLICT (version) DO NOTHING;
     RETURN FOUND;
   END $$;

   CREATE FUNCTION spindrift.read_logs(after_version bigint, after_position bigint, new_entry jsonb, always boolean)
   RETURNS TABLE (place text, is_limit boolean, changes bytea, data jsonb) LANGUAGE plpgsql AS $$
   BEGIN
     IF new_entry IS NOT NULL THEN
       -- Held until the commit, so that positions become visible in order.
       PERFORM pg_advisory_xact_lock(1936746611, 1);
       -- A power loss may take the counts of the last moments.
       PERFORM set_config('synchronous_commit', 'off', true);
       -- A replica that is behind may count by the wrong time: the clock is part of the state.
       IF always OR NOT EXISTS (SELECT 1 FROM spindrift.log WHERE version > after_version) THEN
         INSERT INTO spindrift.limit_log SELECT coalesce(max(position), 0) + 1, new_entry FROM spindrift.limit_log;
       END IF;
     END IF;
     -- Qualified: an unqualified name in ORDER BY is the text of the result.
     RETURN QUERY SELECT l.position::text, true, NULL::bytea, l.data FROM spindrift.limit_log l WHERE l.position > after_position ORDER BY l.position;
     RETURN QUERY SELECT l.version::text, false, l.changes, NULL::jsonb FROM spindrift.log l WHERE l.version > after_version ORDER BY l.version LIMIT 500;
   END $$;`

/**
 * Creates the tables unless they exist, one replica at a time.
 * @throws Error when the tables are of another version
 */
export async function createSchema({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock(1936746611, 0)')
    if (await hasTables(query)) return
    // CREATE SCHEMA IF NOT EXISTS needs the right to create one, even if it exists.
    const [schema] = await query("SELECT 1 FROM pg_namespace WHERE nspname = 'spindrift'")
    if (!schema) await query('CREATE SCHEMA spindrift')
    for (const statement of splitStatements(sql)) await query(statement)
    await query('INSERT INTO spindrift.version VALUES ($1)', [version])
  })
}

/** @throws Error when they are of another version */
async function hasTables(query: Connection['query']): Promise<boolean> {
  const [found] = await query<{ readonly any: boolean; readonly versioned: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'spindrift') AS any, to_regclass('spindrift.version') IS NOT NULL AS versioned`,
  )
  if (!found?.any) return false
  const [row] = found.versioned ? await query<{ readonly number: number }>('SELECT number FROM spindrift.version') : []
  if (row?.number === version) return true
  throw new Error(
    `The tables in Postgres are of another version of the sandbox (${row?.number ?? 'unknown'}, expected ${version}). Use the same version of the sandbox, or another database.`,
  )
}

/** Splits at semicolons outside of dollar quotes: a prepared statement is one statement. */
function splitStatements(text: string): string[] {
  return (text.match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')
}
