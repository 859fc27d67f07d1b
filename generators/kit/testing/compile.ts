/** Checks TypeScript files with the compiler's API and gives what it has to say, one line a finding. */
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const typesGolden = join(root, 'generators/types/golden')
const clientSource = join(root, 'packages/client/src')

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

/** Files of `replaced` are read from there instead of from disk. */
export function compile(paths: readonly string[], replaced: ReadonlyMap<string, string> = new Map()): string[] {
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => replaced.get(path) ?? readFile(path)
  host.fileExists = (path) => replaced.has(path) || fileExists(path)
  host.resolveModuleNameLiterals = (names, containing) => names.map(({ text }) => resolveModule(text, containing, host))
  const program = ts.createProgram(paths, options, host)
  return ts.getPreEmitDiagnostics(program).map((finding) => {
    const text = ts.flattenDiagnosticMessageText(finding.messageText, ' ')
    return finding.file ? `${basename(finding.file.fileName)}: ${text}` : text
  })
}

/** Goldens of the client stand where the package's generated folder would be, beside its hand-written modules. */
function resolveModule(name: string, containing: string, host: ts.ModuleResolutionHost): ts.ResolvedModuleWithFailedLookupLocations {
  const ours = /^@spindrift\/types\/(.+)$/.exec(name)?.[1]
  const path = ours
    ? join(typesGolden, `${ours}.ts`)
    : name.startsWith('../') && containing.includes('/golden/')
      ? join(clientSource, name.slice(3))
      : undefined
  if (path === undefined) return ts.resolveModuleName(name, containing, options, host)
  return { resolvedModule: { resolvedFileName: resolve(path), extension: '.ts', isExternalLibraryImport: false } }
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
