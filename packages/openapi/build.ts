/** Adds to `dist` what TypeScript does not compile: the documents, the schemas of the extensions and of worlds, the workflows, and the types of JSON modules. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

const spec = '../../spec'

for (const folder of ['generated/whole', 'generated/plain', 'modules']) {
  rmSync(`dist/${folder}`, { recursive: true, force: true })
  cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true })
}
copy(`${spec}/lint/extensions/*.json`, 'dist/extensions', (text) => text)
cpSync('../sandbox/src/generated/world.schema.json', 'dist/world.schema.json')
// The paths in the repository point to the bundles.
copy(`${spec}/workflows/*.arazzo.yaml`, 'dist/workflows', (text) => text.replaceAll('../dist/', '../generated/whole/'))

function copy(pattern: string, folder: string, change: (text: string) => string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of globSync(pattern)) writeFileSync(`${folder}/${basename(file)}`, change(readFileSync(file, 'utf8')))
}
