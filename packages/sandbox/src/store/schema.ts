import { createFieldTriggers } from './indexed-fields.ts'

/** Version of the tables. A file of another version is rejected. */
export const stateFormat = 10

/** SQL condition for rows below an object. Rows directly in an account are left out of the index by parent, which would slow down inserts. */
export const isNested = "parent GLOB '*/*/'"

/** SQL that selects all kinds by one index lookup each. */
export const allKinds = `WITH RECURSIVE kinds (kind) AS (
  SELECT min(kind) FROM rows UNION ALL SELECT (SELECT min(kind) FROM rows WHERE rows.kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL
)`

export const schema = `
  CREATE TABLE rows (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    uniq TEXT,
    hidden TEXT
  ) STRICT;
  CREATE UNIQUE INDEX rows_by_id ON rows (kind, parent, id);
  CREATE INDEX rows_by_order ON rows (kind, parent, seq);
  CREATE UNIQUE INDEX rows_by_unique ON rows (kind, parent, uniq) WHERE uniq IS NOT NULL;
  CREATE INDEX rows_by_parent ON rows (parent) WHERE ${isNested};
  -- The action history of one object.
  CREATE INDEX rows_by_about ON rows (json_extract(hidden, '$.about'), kind, parent, seq) WHERE json_extract(hidden, '$.about') IS NOT NULL;
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    name TEXT NOT NULL,
    payload TEXT NOT NULL,
    account TEXT
  ) STRICT;
  CREATE INDEX jobs_by_time ON jobs (at, seq);
  CREATE TABLE indexed (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    member TEXT NOT NULL,
    is_hidden INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE fields (
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    name TEXT NOT NULL,
    value ANY NOT NULL COLLATE NOCASE,
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, parent, name, value, seq)
  ) STRICT, WITHOUT ROWID;
  ${createFieldTriggers}`
