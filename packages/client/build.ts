/**
 * Builds the modules in `dist`; `tsc` emits the types. Bundles hundreds of small modules into a few files, because loading many files slows imports.
 * Modules that are loaded on demand stay separate.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}
// `./dist/oauth/index.js` is built from `src/oauth/index.ts`.
const entryPoints = Object.values(exports).flatMap(({ default: file }) => globSync(file.replace('./dist/', 'src/').replace(/\.js$/, '.ts')))
// Separate entry points without a hash, so that chunks in a user's bundle have only one hash.
const loadedLater = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', 'src/generated/**'] }).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/ import\('(\..+?)'\)/g)].map(([, path = '']) => join(dirname(file), path)),
)

rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: [...new Set([...entryPoints, ...loadedLater])],
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  // Browsers, workers and every other runtime load the same files.
  platform: 'neutral',
  target: 'es2024',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
})
