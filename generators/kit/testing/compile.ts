/** Type-checks files and returns one line per diagnostic. */
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const typesGolden = join(root, 'generators/types/golden')
const clientSource = join(root, 'packages/client/src')

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

/** Cache of the library declarations, which are large. */
const declarations = new Map<string, ts.SourceFile | undefined>()

/** @param replaced texts of files that differ from disk */
export function compile(paths: readonly string[], replaced: ReadonlyMap<string, string> = new Map()): string[] {
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (path) => replaced.get(path) ?? readFile(path)
  host.fileExists = (path) => replaced.has(path) || fileExists(path)
  host.getSourceFile = (path, ...rest) => {
    if (!path.endsWith('.d.ts')) return getSourceFile(path, ...rest)
    if (!declarations.has(path)) declarations.set(path, getSourceFile(path, ...rest))
    return declarations.get(path)
  }
  host.resolveModuleNameLiterals = (names, containing) => names.map(({ text }) => resolveModule(text, containing, host))
  const program = ts.createProgram(paths, options, host)
  return ts.getPreEmitDiagnostics(program).map((finding) => {
    const text = ts.flattenDiagnosticMessageText(finding.messageText, ' ')
    return finding.file ? `${basename(finding.file.fileName)}: ${text}` : text
  })
}

/** Resolves imports of the client goldens as if they were in the generated folder of the package. */
function resolveModule(name: string, containing: string, host: ts.ModuleResolutionHost): ts.ResolvedModuleWithFailedLookupLocations {
  const ours = name === '@spindrift/types' ? 'index' : /^@spindrift\/types\/(.+)$/.exec(name)?.[1]
  const path = ours
    ? join(typesGolden, `${ours}.ts`)
    : name.startsWith('../') && containing.includes('/golden/')
      ? join(clientSource, name.slice(3))
      : undefined
  if (path === undefined) return ts.resolveModuleName(name, containing, options, host)
  return { resolvedModule: { resolvedFileName: resolve(path), extension: '.ts', isExternalLibraryImport: false } }
}

/** Compiles each sample as a module next to the goldens, and expects the stated number of diagnostics. */
export function expectFindings(folder: URL, head: string, samples: readonly { readonly input: string; readonly expected: number }[]): void {
  const modules = samples.map(
    ({ input }, position) => [fileURLToPath(new URL(`sample-${position}.ts`, folder)), `${head}\n${input}\n`] as const,
  )
  const findings = compile(
    modules.map(([path]) => path),
    new Map(modules),
  )
  const counts = modules.map(([path]) => findings.filter((finding) => finding.startsWith(`${basename(path)}:`)).length)
  expect(counts).toEqual(samples.map(({ expected }) => expected))
}
