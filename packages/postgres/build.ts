/** Writes the template of PGlite's data folders into the package, which saves the seconds of initdb at the first connection. */
import { writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { createDefaultDatabase, startParams } from './src/pglite-options.ts'

const pglite = await PGlite.create({ database: 'template1', startParams })
await pglite.exec(createDefaultDatabase)
const archive = await pglite.dumpDataDir('gzip')
await pglite.close()
await writeFile(new URL('dist/template.tar.gz', import.meta.url), Buffer.from(await archive.arrayBuffer()))
