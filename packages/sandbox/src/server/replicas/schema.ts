/** The tables and functions in Postgres that replicas share. There is one version of them; a database with another is refused. */
import type { Connection } from './connection.ts'

const version = 1

// The primary key of the log decides which of several replicas appends a version. An entry without changes has its state in an image.
const sql = `CREATE TABLE spindrift.version (number integer NOT NULL);

   CREATE TABLE spindrift.log (version bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, changes bytea);
   CREATE TABLE spindrift.images (version bigint, part integer, bytes bytea NOT NULL, PRIMARY KEY (version, part));
   CREATE TABLE spindrift.takes (position bigint PRIMARY KEY, made timestamptz NOT NULL DEFAULT now(), data jsonb NOT NULL);
   CREATE TABLE spindrift.snapshots (name text, id uuid NOT NULL, part integer, bytes bytea NOT NULL, PRIMARY KEY (name, part));

   CREATE FUNCTION spindrift.append(next bigint, own uuid, change bytea, said text) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     -- The end of the log is never trimmed: who does not find what he follows is far behind.
     PERFORM 1 FROM spindrift.log WHERE version = next - 1 FOR KEY SHARE;
     IF NOT FOUND THEN RETURN false; END IF;
     INSERT INTO spindrift.log VALUES (next, own, change) ON CONFLICT (version) DO NOTHING;
     IF NOT FOUND THEN RETURN false; END IF;
     IF said IS NOT NULL THEN PERFORM spindrift.tell(said); END IF;
     RETURN true;
   END $$;

   CREATE FUNCTION spindrift.look(seen bigint, taken bigint, mine jsonb, whatever boolean)
   RETURNS TABLE (place text, is_take boolean, changes bytea, data jsonb) LANGUAGE plpgsql AS $$
   BEGIN
     IF mine IS NOT NULL THEN
       -- Until the commit, so that places are seen in their order and none is missed.
       PERFORM pg_advisory_xact_lock(1936746611, 1);
       -- What a loss of power takes of it is the count of the last moments.
       PERFORM set_config('synchronous_commit', 'off', true);
       -- Who has not seen all may have the wrong time: the clock is part of the state.
       IF whatever OR NOT EXISTS (SELECT 1 FROM spindrift.log WHERE version > seen) THEN
         INSERT INTO spindrift.takes (position, data) SELECT coalesce(max(position), 0) + 1, mine FROM spindrift.takes;
       END IF;
     END IF;
     RETURN QUERY SELECT position::text, true, NULL::bytea, t.data FROM spindrift.takes t WHERE t.position > taken ORDER BY t.position;
     RETURN QUERY SELECT version::text, false, l.changes, NULL::jsonb FROM spindrift.log l WHERE l.version > seen ORDER BY l.version LIMIT 500;
   END $$;

   CREATE UNLOGGED TABLE spindrift.messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, made timestamptz NOT NULL DEFAULT now(), said text NOT NULL);

   CREATE FUNCTION spindrift.tell(said text) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE place bigint;
   BEGIN
     -- Postgres does not carry more than 8,000 bytes itself.
     IF octet_length(said) < 7900 THEN
       PERFORM pg_notify('spindrift', said);
       RETURN;
     END IF;
     DELETE FROM spindrift.messages m WHERE m.made < now() - interval '1 minute';
     INSERT INTO spindrift.messages (said) VALUES (tell.said) RETURNING id INTO place;
     PERFORM pg_notify('spindrift', '@' || place);
   END $$;

   CREATE TABLE spindrift.counts (position bigint PRIMARY KEY, bytes bytea NOT NULL);`

/**
 * Creates the tables unless they exist, one replica at a time.
 * @throws Error when the schema is of another version of the sandbox
 */
export async function createSchema({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock(1936746611, 0)')
    if (await hasTables(query)) return
    // CREATE SCHEMA IF NOT EXISTS needs the right to create one, even where it exists.
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
