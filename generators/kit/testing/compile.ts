/** Type-checks files and returns one line per error. */
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTypeErrors } from '@spindrift/testing/find-type-errors'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const typesGolden = join(root, 'generators/types/golden')

const compilerOptions = {
  noEmit: true,
  allowImportingTsExtensions: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  // Imports of the client goldens are resolved as if they were in the generated folder of the package.
  rootDirs: [join(root, 'generators/client'), join(root, 'packages/client/src')],
  paths: { '@spindrift/types': [join(typesGolden, 'index.ts')], '@spindrift/types/*': [join(typesGolden, '*.ts')] },
}

/** @param replaced texts of files that differ from disk */
export function compile(paths: readonly string[], replaced?: ReadonlyMap<string, string>): string[] {
  return findTypeErrors(root, paths, compilerOptions, replaced).map(({ file, message }) => `${basename(file)}: ${message}`)
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
