/**
 * Makes the console's static files in `dist/console`: names carry a hash of what is in them, so that browsers keep them for good, and each is
 * there compressed only, as nearly every client asks for that. The licenses of what is inside go along.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { writeLicenses } from './write-licenses.ts'

const out = 'dist/console'
const assets = join(out, 'assets')
const data = 'src/generated/console'

await buildConsole()

async function buildConsole(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  const dataFolder = writeData()
  const { metafile, outputFiles } = await build({
    entryPoints: ['console/main.tsx', 'console/style.css'],
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { dataFolder: JSON.stringify(`/_sandbox/assets/${dataFolder}`), 'process.env.NODE_ENV': '"production"' },
    legalComments: 'eof',
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  for (const { path, contents } of outputFiles) writeCompressed(path, contents)
  const nameOf = (source: string) => {
    const [path = ''] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source) ?? []
    return `/_sandbox/assets/${path.slice(assets.length + 1)}`
  }
  writeFileSync('dist/THIRD-PARTY-LICENSES', writeLicenses(Object.keys(metafile.inputs)))
  const page = readFileSync('console/index.html', 'utf8')
  writeFileSync(
    join(out, 'index.html'),
    page
      .replace('{{style}}', nameOf('console/style.css'))
      .replace('{{script}}', nameOf('console/main.tsx'))
      .replace('{{shared}}', nameShared(metafile)),
  )
}

/** Preloads modules that the first script shares with later chunks. */
function nameShared({ outputs }: Metafile): string {
  const script = Object.values(outputs).find(({ entryPoint }) => entryPoint === 'console/main.tsx')
  const [shared, ...others] = script?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  if (!shared || others.length > 0)
    throw new Error('The first script of the console no longer imports one other: name all of them in console/index.html.')
  return `/_sandbox/assets/${basename(shared.path)}`
}

/** @returns its name, which changes with what is in it */
function writeData(): string {
  const files = readdirSync(data).toSorted()
  const contents = files.map((file) => readFileSync(join(data, file)))
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  const name = `data-${hash.digest('hex').slice(0, 8)}`
  for (const [at, file] of files.entries()) writeCompressed(join(assets, `${name}.${file}`), contents[at] ?? new Uint8Array())
  return name
}

function writeCompressed(path: string, contents: Uint8Array): void {
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }))
}
