/** The tables in Postgres, as steps from one version to the next. A step that has been released never changes. */
import type { Connection } from './connection.ts'

const steps: readonly string[] = [
  // The primary key arbitrates: of those who append the same version, one does. Without changes, its image is the state.
  `CREATE TABLE spindrift.log (version bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, changes bytea);
   CREATE TABLE spindrift.images (version bigint, part integer, bytes bytea NOT NULL, PRIMARY KEY (version, part));
   CREATE TABLE spindrift.takes (position bigint PRIMARY KEY, made timestamptz NOT NULL DEFAULT now(), data jsonb NOT NULL);
   CREATE TABLE spindrift.snapshots (name text, id uuid NOT NULL, part integer, bytes bytea NOT NULL, PRIMARY KEY (name, part));

   CREATE FUNCTION spindrift.append(next bigint, own uuid, change bytea) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     -- The end of the log is never trimmed: who does not find what he follows is far behind.
     PERFORM 1 FROM spindrift.log WHERE version = next - 1 FOR KEY SHARE;
     IF NOT FOUND THEN RETURN false; END IF;
     INSERT INTO spindrift.log VALUES (next, own, change) ON CONFLICT (version) DO NOTHING;
     RETURN FOUND;
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
   END $$;`,
]

/** Forward only, by one replica at a time. @throws Error when the tables are of a newer version */
export async function migrate({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock(1936746611, 0)')
    const [found] = await query<{ readonly there: boolean }>("SELECT to_regclass('spindrift.migrations') IS NOT NULL AS there")
    if (!found?.there) {
      await query('CREATE SCHEMA IF NOT EXISTS spindrift')
      await query('CREATE TABLE spindrift.migrations (step integer PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())')
    }
    const [{ done } = { done: 0 }] = await query<{ readonly done: number }>('SELECT count(*)::integer AS done FROM spindrift.migrations')
    if (done > steps.length)
      throw new Error(`The tables in Postgres are of a newer version of the sandbox (${done}, this one knows ${steps.length}). Update it.`)
    for (const [n, step] of steps.entries()) {
      if (n < done) continue
      for (const statement of splitStatements(step)) await query(statement)
      await query('INSERT INTO spindrift.migrations (step) VALUES ($1)', [n])
    }
  })
}

/** A prepared statement is one; what is between dollars stays together. */
function splitStatements(sql: string): string[] {
  return (sql.match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')
}
