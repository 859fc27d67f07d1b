/** Writes the template of PGlite's data folders into the package. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archive, createTemplate } from './src/pglite-template.ts'

const folder = mkdtempSync(join(tmpdir(), 'template-'))
const pglite = await createTemplate({ dataDir: folder })
const { rows } = await pglite.query<{ last: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS last')
await pglite.close()
// Old segments of the write-ahead log wait under later names for their next use. The last record is in the present segment or the next.
const log = join(folder, 'pg_wal')
const unused = readdirSync(log).filter((name) => /^[\dA-F]{24}$/.test(name) && name > (rows[0]?.last ?? ''))
for (const name of unused.toSorted().slice(1)) rmSync(join(log, name))
execFileSync('tar', ['-czf', archive, '-C', folder, '.'])
rmSync(folder, { recursive: true })
