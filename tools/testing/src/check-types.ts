/** Type-checks files that use the packages in a temporary folder. Resolves the packages to their sources, so that no build is needed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEntries } from './read-entries.ts'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Source folders of the two packages. */
export interface Sources {
  readonly client: string
  readonly types: string
}

export const repositorySources: Sources = { client: join(repository, 'packages/client/src'), types: join(repository, 'packages/types/src') }

/** Maps the specifiers in `exports` of the packages to source files, for `paths` of tsconfig. */
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

/** The strictest options that users may have. */
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

/**
 * Creates an empty project folder that resolves npm packages like the client's folder.
 *
 * @param modules folder of further packages
 */
export function createProjectFolder(modules = join(repository, 'node_modules')): { readonly folder: string; readonly remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'spindrift-types-'))
  const folder = join(parent, 'project')
  writeFileSync(join(parent, 'package.json'), '{ "type": "module" }')
  mkdirSync(folder)
  symlinkSync(modules, join(parent, 'node_modules'))
  symlinkSync(join(repository, 'packages/client/node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}

/** Calls `use` with a new project folder, and removes the folder afterwards. */
export function withProjectFolder<Result>(use: (folder: string) => Result, modules?: string): Result {
  const { folder, remove } = createProjectFolder(modules)
  try {
    return use(folder)
  } finally {
    remove()
  }
}

/** Type-checks the files and returns the compiler errors, one per line. Uses one thread, because other tests run at the same time. */
export function checkTypes(folder: string, files: readonly string[], sources: Sources = repositorySources): string[] {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, paths: mapSpecifiers(sources) }, files }))
  const tsc = join(repository, 'node_modules/.bin/tsc')
  const { status, stdout, stderr } = spawnSync(tsc, ['-p', config, '--pretty', 'false', '--singleThreaded'], {
    cwd: folder,
    encoding: 'utf8',
    // Garbage collection costs a quarter of the time.
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' },
  })
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  return status === 0 || lines.length > 0 ? lines : [`tsc exited with code ${status} and no output.`]
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).map(([name, text]) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
}
