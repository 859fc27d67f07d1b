/**
 * Makes `dist`: the program with everything it is made of in a few files, because opening each module is paid for at every start. What a first call
 * needs, and what only some flags need, are files of their own. The licenses of what is inside go along.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

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
  external: ['@spindrift/sandbox'],
  // For what undici asks of Node; nothing else is left to ask for.
  banner: { js: 'const require=globalThis.process.getBuiltinModule;' },
  alias: { '@modelcontextprotocol/server/_shims': './src/server/sdk-shims.ts' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
})

const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []))
const licenses = [...folders].toSorted().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE'].map((each) => join(folder, each)).find((path) => existsSync(path))
  if (file === undefined) throw new Error(`${dirname(folder)}: ${name} has no license file to pass on.`)
  return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`
})
writeFileSync('dist/THIRD-PARTY-LICENSES', licenses.join(`\n${'-'.repeat(80)}\n\n`))
