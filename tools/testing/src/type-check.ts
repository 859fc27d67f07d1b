/** Runs the compiler over files that use the packages, in a folder of its own. It sees the sources, so that nothing need be built. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEntries } from './read-entries.ts'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the sources of the two packages are. */
export interface Sources {
  readonly client: string
  readonly types: string
}

export const ownSources: Sources = { client: join(repository, 'packages/client/src'), types: join(repository, 'packages/types/src') }

/** What a specifier of the packages leads to, as their `exports` say, but in the sources. */
export function mapSpecifiers({ client, types }: Sources): Record<string, string[]> {
  return {
    ...Object.fromEntries(
      Object.entries(readEntries()).map(([specifier, file]) => [specifier, [`${client}/${file.slice('src/'.length)}`]]),
    ),
    '@spindrift/client/*': [`${client}/generated/*.ts`],
    '@spindrift/types': [`${types}/generated/index.ts`],
    '@spindrift/types/paths': [`${types}/generated/paths.ts`],
    '@spindrift/types/*/paths': [`${types}/generated/*.paths.ts`],
    '@spindrift/types/*': [`${types}/generated/*.ts`],
  }
}

/** The strictest a user may be. */
export const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
} as const

/** An empty folder in which npm packages resolve as in the client's own, and what takes it away again. */
export function createFolder(): { readonly folder: string; readonly remove: () => void } {
  const made = mkdtempSync(join(tmpdir(), 'spindrift-types-'))
  const folder = join(made, 'project')
  writeFileSync(join(made, 'package.json'), '{ "type": "module" }')
  mkdirSync(folder)
  symlinkSync(join(repository, 'node_modules'), join(made, 'node_modules'))
  symlinkSync(join(repository, 'packages/client/node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(made, { recursive: true, force: true }) }
}

/** Calls `use` with such a folder, and takes it away again. */
export function withFolder<Result>(use: (folder: string) => Result): Result {
  const { folder, remove } = createFolder()
  try {
    return use(folder)
  } finally {
    remove()
  }
}

/** What the compiler has to say about these files, a line for each finding. In one thread, as other tests run beside it: several find the same with more work. */
export function typeCheck(folder: string, files: readonly string[], sources: Sources = ownSources): string[] {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, paths: mapSpecifiers(sources) }, files }))
  const tsc = join(repository, 'node_modules/.bin/tsc')
  const { status, stdout, stderr } = spawnSync(tsc, ['-p', config, '--pretty', 'false', '--singleThreaded'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  return status === 0 || lines.length > 0 ? lines : [`tsc ended with ${status} and said nothing.`]
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).map(([name, text]) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
}
