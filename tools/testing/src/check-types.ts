/** Type-checks programs that use the client. Resolves the packages to their sources, so that no build is needed. */
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTypeErrors } from './find-type-errors.ts'
import { readEntries } from './read-entries.ts'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

const client = join(repository, 'packages/client/src')
const types = join(repository, 'packages/types/src/generated')

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
  // The specifiers in `exports` of the packages.
  paths: {
    ...Object.fromEntries(Object.entries(readEntries()).map(([specifier, file]) => [specifier, [join(client, '..', file)]])),
    '@spindrift/client/*': [`${client}/generated/*.ts`],
    // Installed by users of the client, next to it.
    'openapi-react-query': [join(client, '../node_modules/openapi-react-query/dist/index.d.mts')],
    '@spindrift/types': [`${types}/index.ts`],
    '@spindrift/types/paths': [`${types}/paths.ts`],
    '@spindrift/types/*/paths': [`${types}/*.paths.ts`],
    '@spindrift/types/*': [`${types}/*.ts`],
  },
}

/** Type-checks programs, given by name, as if they were in the folder. Returns `name:line: message` for each error. */
export function checkTypes(programs: Readonly<Record<string, string>>, folder = join(client, '../test')): string[] {
  const texts = new Map(Object.entries(programs).map(([name, text]) => [join(folder, name), text]))
  const errors = findTypeErrors(folder, [...texts.keys()], compilerOptions, texts)
  return errors.map(({ file, line, message }) => `${basename(file)}:${line}: ${message}`)
}
