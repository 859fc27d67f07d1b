/**
 * Builds `dist`: a few bundled files, because loading many modules slows every start. Code for the first call and for rare flags is in separate chunks.
 * Includes the licenses of the bundled packages.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { writeLicenses } from '../sandbox/write-licenses.ts'

rmSync('dist', { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  // Releases change the version after the build, so package.json is read at run time.
  external: ['@spindrift/sandbox', '../package.json'],
  // undici calls `require` for modules of Node.
  banner: { js: 'const require=globalThis.process.getBuiltinModule;' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
})

writeFileSync('dist/THIRD-PARTY-LICENSES', writeLicenses(Object.keys(metafile.inputs)))
