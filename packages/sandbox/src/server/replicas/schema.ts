/** The tables in Postgres, as steps from one version to the next. A step that has been released never changes. */
import type { Connection } from './connection.ts'

interface Step {
  readonly sql: string
  /** How many steps a program must know that goes on beside it. One that takes nothing away and asks nothing leaves this as it was. */
  readonly needs: number
}

const steps: readonly Step[] = [
  // The primary key arbitrates: of those who append the same version, one does. Without changes, its image is the state.
  {
    needs: 1,
    sql: `CREATE TABLE spindrift.log (version bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, changes bytea);
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
  },

  // What replicas say to each other. Of what is lost with it nobody was assured, so it is not written to the log of the disk.
  {
    needs: 1,
    sql: `CREATE UNLOGGED TABLE spindrift.messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, made timestamptz NOT NULL DEFAULT now(), said text NOT NULL);

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

   CREATE FUNCTION spindrift.append(next bigint, own uuid, change bytea, said text) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     IF NOT spindrift.append(next, own, change) THEN RETURN false; END IF;
     PERFORM spindrift.tell(said);
     RETURN true;
   END $$;`,
  },

  // What the log of limits comes to at a position, so that it need not be kept from its beginning.
  {
    needs: 1,
    sql: 'CREATE TABLE spindrift.counts (position bigint PRIMARY KEY, bytes bytea NOT NULL);',
  },

  // By which something of this state is known that is kept elsewhere.
  {
    needs: 1,
    sql: `CREATE TABLE spindrift.identity (id uuid NOT NULL);
   INSERT INTO spindrift.identity VALUES (md5(random()::text || clock_timestamp()::text)::uuid);`,
  },
]

/** Forward only, by one replica at a time. @throws Error when the tables are of a newer version that this one cannot go on beside */
export async function migrate({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock(1936746611, 0)')
    const [found] = await query<{ readonly there: boolean }>("SELECT to_regclass('spindrift.migrations') IS NOT NULL AS there")
    if (!found?.there) await createMigrations(query)
    const [{ done, needs } = { done: 0, needs: 0 }] = await query<{ readonly done: number; readonly needs: number }>(
      'SELECT count(*)::integer AS done, coalesce(max(needs), 0) AS needs FROM spindrift.migrations',
    )
    if (needs > steps.length)
      throw new Error(`The tables in Postgres are of a newer version of the sandbox (${needs}, this one knows ${steps.length}). Update it.`)
    for (const [n, step] of steps.entries()) {
      if (n < done) continue
      for (const statement of splitStatements(step.sql)) await query(statement)
      await query('INSERT INTO spindrift.migrations (step, needs) VALUES ($1, $2)', [n, step.needs])
    }
  })
}

async function createMigrations(query: Connection['query']): Promise<void> {
  // Also "if not exists" wants the right to make it.
  const [schema] = await query("SELECT 1 FROM pg_namespace WHERE nspname = 'spindrift'")
  if (!schema) await query('CREATE SCHEMA spindrift')
  await query(
    'CREATE TABLE spindrift.migrations (step integer PRIMARY KEY, needs integer NOT NULL, made timestamptz NOT NULL DEFAULT now())',
  )
}

/** A prepared statement is one; what is between dollars stays together. */
function splitStatements(sql: string): string[] {
  return (sql.match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')
}
