import { followFields } from './indexed-fields.ts'

/** Of the fifth step. The store writes JSON without spaces, so a row without a tag is told by its bytes. */
const followTags = `CREATE TRIGGER tags_of_new AFTER INSERT ON rows WHEN instr(new.text, '"tags":["') BEGIN
     INSERT OR IGNORE INTO tags SELECT new.kind, new.parent, value, new.seq FROM json_each(new.text, '$.tags');
   END;
   CREATE TRIGGER tags_of_gone AFTER DELETE ON rows WHEN instr(old.text, '"tags":["') BEGIN
     DELETE FROM tags WHERE kind = old.kind AND parent = old.parent AND seq = old.seq AND tag IN (SELECT value FROM json_each(old.text, '$.tags'));
   END;
   CREATE TRIGGER tags_of_changed AFTER UPDATE OF text ON rows
   WHEN (instr(old.text, '"tags":["') OR instr(new.text, '"tags":["'))
     AND json_extract(old.text, '$.tags') IS NOT json_extract(new.text, '$.tags')
   BEGIN
     DELETE FROM tags WHERE kind = old.kind AND parent = old.parent AND seq = old.seq AND tag IN (SELECT value FROM json_each(old.text, '$.tags'));
     INSERT OR IGNORE INTO tags SELECT new.kind, new.parent, value, new.seq FROM json_each(new.text, '$.tags');
   END;`

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
  // Which rows carry a tag is known without reading them.
  `CREATE TABLE tags (
     kind TEXT NOT NULL,
     parent TEXT NOT NULL,
     tag TEXT NOT NULL COLLATE NOCASE,
     seq INTEGER NOT NULL,
     PRIMARY KEY (kind, parent, tag, seq)
   ) STRICT, WITHOUT ROWID;
   ${followTags}
   INSERT OR IGNORE INTO tags SELECT kind, rows.parent, value, seq FROM rows, json_each(text, '$.tags') WHERE instr(text, '"tags":["');`,
  // So are those that have any other field in common. What was known of tags is filled in anew, with all that is indexed.
  `DROP TRIGGER tags_of_new; DROP TRIGGER tags_of_gone; DROP TRIGGER tags_of_changed; DROP TABLE tags;
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
   ${followFields}`,
]
