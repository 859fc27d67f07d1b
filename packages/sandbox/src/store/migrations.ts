/** The tables, as steps from one version to the next. A step that has been released never changes. */
export const migrations: readonly string[] = [
  `CREATE TABLE rows (
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
   CREATE INDEX rows_by_parent ON rows (parent) WHERE parent <> '';
   CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE dues (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL) STRICT;
   CREATE INDEX dues_by_time ON dues (at, seq);`,
  `ALTER TABLE dues ADD COLUMN account TEXT NOT NULL DEFAULT '';`,
  `CREATE TABLE witness (identity TEXT NOT NULL, closed INTEGER NOT NULL) STRICT;`,
  // What objects did stays on record for ever: the actions of one are found without reading those of all others.
  `CREATE INDEX rows_by_about ON rows (json_extract(hidden, '$.about'), kind, parent, seq) WHERE json_extract(hidden, '$.about') IS NOT NULL;`,
]
