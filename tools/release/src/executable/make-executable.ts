/** The sandbox as one file that needs no Node: its code as a first run compiled it, its validators and its worlds, put into a copy of this Node. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeLicenses } from '../../../../packages/sandbox/write-licenses.ts'
import { bundleCode, common, source } from './bundle-code.ts'
import { describeNode } from './describe-node.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** What Node looks for in itself to know that something was put in. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** What the first run does: what most runs begin with. */
const firstRun = ['exec', '--', process.execPath, '-e', 'fetch(`${process.env.SPINDRIFT_BASE_URL}/v2/account`)']

/** @param folder where it, and the licenses of what is in it, are written @returns its file */
export async function makeExecutable(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const file = join(folder, `spindrift-sandbox-${nameSystem()}-${process.arch}${suffix}`)
  const work = join(folder, 'work')
  const assets = join(work, 'assets')
  try {
    const ofConsole = readFileSync(join(source, 'dist/THIRD-PARTY-LICENSES'), 'utf8')
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), writeLicenses(await bundleCode(assets), [describeNode(), ofConsole]))
    await bundleValidators(join(assets, 'validators'))
    for (const each of ['package.json', 'worlds']) cpSync(join(source, each), join(assets, each), { recursive: true })
    for (const each of ['controls.json', 'pages.json', 'world.schema.json'])
      cpSync(join(source, 'dist/generated', each), join(assets, each))
    cpSync(join(source, 'dist/console'), join(assets, 'console'), { recursive: true })
    run([here('compile.cjs'), assets, ...firstRun])
    putIn(prepareBlob(assets, work), file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return file
}

function nameSystem(): string {
  return { darwin: 'macos', win32: 'windows' }[process.platform as string] ?? process.platform
}

/** This Node. @throws Error with what it printed */
function run(args: readonly string[]): void {
  execFileSync(process.execPath, args, { stdio: 'pipe' })
}

async function bundleValidators(folder: string): Promise<void> {
  const built = join(source, 'dist/generated/validators')
  await build({ ...common, minifyIdentifiers: true, entryPoints: readdirSync(built).map((name) => join(built, name)), outdir: folder })
}

/** @returns everything that goes in, as one file */
function prepareBlob(folder: string, work: string): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const assets = Object.fromEntries(
    names.map(({ parentPath, name }) => join(parentPath, name)).map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), file]),
  )
  const output = join(work, 'all.blob')
  const configuration = join(work, 'sea.json')
  writeFileSync(configuration, JSON.stringify({ main: here('launch.cjs'), output, assets, disableExperimentalSEAWarning: true }))
  run(['--experimental-sea-config', configuration])
  return output
}

function putIn(blob: string, file: string): void {
  const isMac = process.platform === 'darwin'
  rmSync(file, { force: true })
  copyFileSync(process.execPath, file)
  chmodSync(file, 0o755)
  if (isMac) execFileSync('codesign', ['--remove-signature', file])
  // What only debuggers of Node itself read is a seventh of it.
  if (process.platform === 'linux' && spawnSync('strip', [file]).error)
    console.error('There is no strip here (Debian: binutils), so the file is larger than it need be.')
  const program = createRequire(import.meta.url).resolve('postject/dist/cli.js')
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
  run([program, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment])
  if (isMac) execFileSync('codesign', ['--sign', '-', file])
}
