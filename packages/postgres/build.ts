/** Writes the template of PGlite's data folders into the package. */
import { writeFile } from 'node:fs/promises'
import { archive, createTemplate } from './src/pglite-template.ts'

const pglite = await createTemplate()
const dump = await pglite.dumpDataDir('gzip')
await pglite.close()
await writeFile(archive, Buffer.from(await dump.arrayBuffer()))
