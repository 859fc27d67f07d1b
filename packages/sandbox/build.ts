/**
 * Makes the programs in `dist`; the types come from `tsc`. Hundreds of small modules become a few files, because opening each is
 * paid for at every start. The validators stay files of their own, to be loaded when the first request of their family comes; those of replies
 * are 20 MB for our own tests and stay here.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { saveImage } from './src/worlds/save-image.ts'

const validators = 'generated/validators'

for (const folder of ['chunks', 'generated', 'worlds']) rmSync(`dist/${folder}`, { recursive: true, force: true })
await build({
  entryPoints: ['src/index.ts', 'src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  // As deep as any module in src, so that paths relative to a module's own address stay right.
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
})
// The document of its own controls, as it is served, where the reference has which operation, and the schema of world files.
for (const name of ['controls.json', 'pages.json', 'world.schema.json']) cpSync(`src/generated/${name}`, `dist/generated/${name}`)
cpSync(`src/${validators}`, `dist/${validators}`, { recursive: true, filter: (path) => !path.endsWith('.replies.js') })
mkdirSync('dist/worlds')
await saveImage('tidewater', 'worlds/tidewater.yaml', 'dist/worlds/tidewater.db')
