/** Data folder that new databases of PGlite start with. The package contains it as an archive, which saves the seconds of initdb. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { defaultDatabase, superuser } from './server.ts'

/** Compressed tar archive. Source files that run without a build find that of the last build. */
export const archive = join(import.meta.dirname, '../dist/template.tar.gz')

/** Opens PGlite with the usual search path, and with 8 instead of 128 MB of buffers. */
export function openPglite(options: PGliteOptions): Promise<PGlite> {
  const defaults = PGlite.defaultStartParams.join(' ').replace('-c search_path=public ', '').split(' ')
  return PGlite.create({ ...options, startParams: [...defaults, '-c', 'shared_buffers=8MB'] })
}

/** Runs initdb. @returns the running PGlite, in its only database */
export async function createTemplate(options: PGliteOptions = {}): Promise<PGlite> {
  // Segments of 1 MB for the write-ahead log make the folder smaller.
  const pglite = await openPglite({ ...options, database: superuser, initDbStartParams: ['--wal-segsize=1'] })
  await renameDatabase(pglite, superuser, defaultDatabase)
  // Without the databases that CREATE DATABASE copies, a folder has a third of the files.
  for (const name of ['template0', 'template1'])
    for (const sql of [`ALTER DATABASE ${name} IS_TEMPLATE false`, `DROP DATABASE ${name}`]) await pglite.exec(sql)
  return pglite
}

/** Renames the only database, which ALTER DATABASE refuses. */
export async function renameDatabase(pglite: PGlite, from: string, to: string): Promise<void> {
  await pglite.query('UPDATE pg_database SET datname = $2 WHERE datname = $1', [from, to])
}

/** Extracts the archive into a new folder. @returns false without an archive or the program tar */
export function extractTemplate(folder: string): boolean {
  mkdirSync(folder, { mode: 0o700 })
  return spawnSync('tar', ['-x', '-z', '-o', '-f', archive, '-C', folder]).status === 0
}
