/**
 * Makes `dist`: the program with everything it is made of in a few files, because opening each module is paid for at every start. What a first call
 * needs, and what only some flags need, are files of their own. The licenses of what is inside go along.
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
  // A release changes the version after what is packed was built, so it is read where the package is.
  external: ['@spindrift/sandbox', '../package.json'],
  // For what undici asks of Node; nothing else is left to ask for.
  banner: { js: 'const require=globalThis.process.getBuiltinModule;' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
})

writeFileSync('dist/THIRD-PARTY-LICENSES', writeLicenses(Object.keys(metafile.inputs)))
