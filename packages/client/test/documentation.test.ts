/** Every export of every entry point, and every member, has a doc comment. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  compilerOptions,
  mapSpecifiers,
  repositorySources,
  repository,
  withProjectFolder,
  writeFiles,
} from '@spindrift/testing/check-types'

interface DeclaredSymbol {
  readonly name: string
  readonly flags: number
  readonly declarations?: readonly { readonly members?: readonly { readonly symbol?: DeclaredSymbol }[] }[]
  getDocumentationComment(checker: Checker): readonly unknown[]
}

interface Checker {
  getSymbolAtLocation(source: unknown): DeclaredSymbol | undefined
  getExportsOfModule(module: DeclaredSymbol): DeclaredSymbol[]
  getAliasedSymbol(symbol: DeclaredSymbol): DeclaredSymbol
}

/** Used parts of the old compiler API; see hover.test.ts. */
interface TypeScript {
  readonly SymbolFlags: { readonly Alias: number }
  convertCompilerOptionsFromJson(options: object, folder: string): { options: object }
  createProgram(files: readonly string[], options: object): { getTypeChecker(): Checker; getSourceFile(file: string): unknown }
}

const ts = createRequire(join(repository, 'generators/package.json'))('typescript') as TypeScript

/** Returns exports and members without a doc comment. Class names and generated tables need none. */
function findUndocumented(files: readonly string[]): string[] {
  const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, paths: mapSpecifiers(repositorySources) }, repository)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const isBare = (symbol: DeclaredSymbol) => symbol.getDocumentationComment(checker).length === 0
  const found = files.flatMap((file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))!).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const members = symbol.declarations?.flatMap((declaration) => declaration.members ?? []) ?? []
      const bare = members.flatMap(({ symbol: member }) => (member && /^[a-zA-Z]/.test(member.name) && isBare(member) ? [member.name] : []))
      return [...(isBare(symbol) ? [symbol.name] : []), ...bare.map((name) => `${symbol.name}.${name}`)]
    }),
  )
  return [...new Set(found)].filter((name) => !/Error\.name$|Table$/.test(name)).toSorted()
}

const folder = join(repository, 'packages/client')

test('every entry point is documented, and a missing doc comment is detected', () => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string }>>
  }
  const entries = Object.values(exports).flatMap(({ types }) =>
    globSync(types.replace('./dist/', 'src/').replace('.d.ts', '.ts'), { cwd: folder, exclude: ['src/generated/**'] }),
  )
  expect(entries.length).toBeGreaterThan(8)
  const text =
    '/** A boat. */\nexport interface Boat {\n  readonly name: string\n  /** In meters. */\n  readonly length: number\n}\nexport const boats = 1\n'
  const undocumented = withProjectFolder((where) =>
    findUndocumented([...entries.map((entry) => join(folder, entry)), ...writeFiles(where, { 'boats.ts': text })]),
  )
  expect(undocumented).toEqual(['Boat.name', 'boats'])
})
