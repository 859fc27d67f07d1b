/**
 * Makes the modules in `dist`; the types come from `tsc`. Hundreds of small modules become a few files, because opening each is paid
 * for at every import. What is loaded when it is first used stays apart.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}
// `./dist/oauth/index.js` is made of `src/oauth/index.ts`.
const entryPoints = Object.values(exports).flatMap(({ default: file }) => globSync(file.replace('./dist/', 'src/').replace(/\.js$/, '.ts')))
// A file by its own name, so that a name of a user's bundle has one hash and not two.
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
