/** Hover texts in an editor come from the specification, and no export is without one. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { compilerOptions, repository } from '@spindrift/testing/check-types'

type DisplayParts = readonly { readonly text: string }[] | undefined

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

/** Used parts of the old compiler API. */
interface LanguageService {
  getProgram(): { getTypeChecker(): Checker; getSourceFile(file: string): unknown }
  getQuickInfoAtPosition(
    file: string,
    position: number,
  ): { displayParts?: DisplayParts; documentation?: DisplayParts; tags?: { name: string; text?: DisplayParts }[] } | undefined
  getCompletionsAtPosition(file: string, position: number, options: object): { entries: { name: string }[] } | undefined
}

interface TypeScript {
  readonly sys: Readonly<Record<'fileExists' | 'readFile' | 'directoryExists' | 'getDirectories', (path: string) => string | undefined>>
  readonly SymbolFlags: { readonly Alias: number }
  readonly ScriptSnapshot: { fromString(text: string): unknown }
  convertCompilerOptionsFromJson(options: object, folder: string): { options: object }
  createLanguageService(host: object): LanguageService
  getDefaultLibFilePath(options: object): string
  displayPartsToString(parts: DisplayParts): string
}

/** Version 5.9, the last one with this API; the generators depend on it. */
const ts = createRequire(join(repository, 'generators/package.json'))('typescript') as TypeScript

const folder = join(repository, 'packages/client')
const file = join(folder, 'test/hovered.ts')
const program = `
import { createCloud, type ClientOptions } from '@spindrift/client'
import { createInference } from '@spindrift/client/inference'
import { createApplication } from '@spindrift/client/oauth'
import { createTools } from '@spindrift/client/tools'
const cloud = createCloud()
const { droplets } = await cloud.droplets.list({ query: { tag_name: 'storefront' } })
const status = droplets[0]!.status
await cloud.droplets.actions.resize(1, { size: '' })
await cloud.databases.users.get({ path: { database_cluster_uuid: '', username: '' } })
const id = droplets[0]!.id
const options: ClientOptions = { baseUrl: '' }
const chat = createInference().chat({ model: 'm', messages: [], stream: true })
const application = createApplication({ clientId: '', redirectUri: '' })
await createTools().call('db-cluster-create', { name: '' })
createTools().call('
cloud.
`

/** Two exports without a doc comment, which the test of documentation finds. */
const undocumented = join(folder, 'test/undocumented.ts')
const texts: Readonly<Record<string, string>> = {
  [file]: program,
  [undocumented]:
    '/** A boat. */\nexport interface Boat {\n  readonly name: string\n  /** In meters. */\n  readonly length: number\n}\nexport const boats = 1\n',
}

function listEntries(): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string }>>
  }
  return Object.values(exports)
    .flatMap(({ types }) =>
      globSync(types.replace('./dist/', 'src/').replace('.d.ts', '.ts'), { cwd: folder, exclude: ['src/generated/**'] }),
    )
    .map((entry) => join(folder, entry))
}

const entries = listEntries()
let service: LanguageService

beforeAll(() => {
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, repository)
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...Object.keys(texts), ...entries],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name: string) => {
      const text = texts[name] ?? ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: (settings: object) => ts.getDefaultLibFilePath(settings),
    fileExists: (name: string) => name in texts || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
})

/** Returns signature and text for the word at the end of `before`. */
function hover(before: string): { readonly signature: string; readonly text: string } {
  const start = program.indexOf(before)
  expect(start, `"${before}" stands in the program`).toBeGreaterThan(0)
  const info = service.getQuickInfoAtPosition(file, start + before.length - 1)
  const tags = info?.tags?.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`) ?? []
  return {
    signature: ts.displayPartsToString(info?.displayParts),
    text: [ts.displayPartsToString(info?.documentation), ...tags].join('\n'),
  }
}

function complete(before: string): string[] {
  const position = program.indexOf(before) + before.length
  return service.getCompletionsAtPosition(file, position, {})?.entries.map(({ name }) => name) ?? []
}

interface SpecificationTexts {
  readonly summary: string
  readonly description: string
}

/** Reads descriptions of the specification, formatted in one line as in comments. */
function readSpecification() {
  const { paths, components } = JSON.parse(readFileSync(join(repository, 'spec/dist/control.json'), 'utf8')) as {
    readonly paths: Readonly<Record<string, { readonly get: SpecificationTexts }>>
    readonly components: {
      readonly schemas: Readonly<
        Record<string, { readonly properties: Readonly<Record<string, SpecificationTexts & { readonly examples?: readonly unknown[] }>> }>
      >
    }
  }
  return { list: paths['/v2/droplets']!.get, properties: components.schemas['Droplet']!.properties }
}

describe('hovering shows', () => {
  test('result, summary and description of an operation', () => {
    const { list } = readSpecification()
    const { signature, text } = hover('cloud.droplets.list')
    expect(signature).toContain('ListCall<DropletList, Droplet>')
    expect(text).toContain(list.summary)
    expect(text).toContain(list.description.trim())
  })

  test('errors, scope, reference link and example of an operation', () => {
    const { text } = hover('cloud.droplets.list')
    expect(text).toContain(
      'Throws 422 `unprocessable_entity`. Scope: `droplet:read`. [Reference](http://127.0.0.1:4040/control/droplets/list.html)',
    )
    expect(text).toContain('@example await cloud.droplets.list()')
  })

  test('description and example of an action method', () => {
    const { signature, text } = hover('actions.resize')
    expect(signature).toContain('body: Omit<DropletActionResize, "type">')
    expect(text).toContain('must be off (422 otherwise)')
    expect(text).toContain("@example await cloud.droplets.actions.resize(412800101, { size: 's-2vcpu-4gb', disk: false })")
  })

  test('an example of a call by name', () => {
    expect(hover('cloud.databases.users.get').text).toContain('@example await cloud.databases.users.get({ path: {')
  })

  test('description and example of a property', () => {
    const { id } = readSpecification().properties
    const { signature, text } = hover('droplets[0]!.id')
    expect(signature).toBe('(property) Droplet.id: number')
    expect(text).toContain(id!.description)
    expect(text).toContain(`@example ${String(id!.examples![0])}`)
  })

  test('values of an enumeration and their meaning', () => {
    const { signature, text } = hover('droplets[0]!.status')
    expect(signature).toBe('(property) Droplet.status: "new" | "active" | "off" | "archive"')
    expect(text).toContain(readSpecification().properties['status']!.description)
  })

  test('description of a query parameter', () => {
    const { signature, text } = hover('query: { tag_name')
    expect(signature).toBe('(property) tag_name?: string')
    expect(text).toMatch(/\w+ .*tag/)
  })

  test('title of a family', () => {
    const { signature, text } = hover('cloud.droplets')
    expect(signature).toMatch(/^\(property\) CloudFamilies\.droplets: DropletsFamily & \{\s+readonly actions: DropletActionsFamily/)
    expect(text).toBe('Droplets')
  })

  test('purpose and default of an option', () => {
    expect(hover('ClientOptions = { baseUrl').text).toContain('SPINDRIFT_BASE_URL')
  })

  test('usage of a stream', () => {
    const { signature, text } = hover('createInference().chat')
    expect(signature).toContain('): ChatStream')
    expect(text).toContain('.textStream')
  })

  test('options of an application', () => {
    expect(hover('= createApplication').text).toContain('application.begin(')
    expect(hover("clientId: '', redirectUri").text).toContain('exactly as registered')
  })

  test('description of a tool argument', () => {
    const { signature, text } = hover("'db-cluster-create', { name")
    expect(signature).toBe('(property) name: string')
    expect(text).toContain('unique within the account')
    expect(text).toContain('@example orders-pg')
  })
})

describe('completing offers', () => {
  test('every family', () => {
    expect(complete('\ncloud.')).toEqual(expect.arrayContaining(['account', 'databases', 'droplets', 'volumes']))
  })

  test('every tool', () => {
    expect(complete("\ncreateTools().call('")).toHaveLength(38)
  })
})

/** Returns exports and members without a doc comment. Class names and generated tables need none. */
function findUndocumented(files: readonly string[]): string[] {
  const compiled = service.getProgram()
  const checker = compiled.getTypeChecker()
  const isBare = (symbol: DeclaredSymbol) => symbol.getDocumentationComment(checker).length === 0
  const found = files.flatMap((each) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(compiled.getSourceFile(each))!).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const members = symbol.declarations?.flatMap((declaration) => declaration.members ?? []) ?? []
      const bare = members.flatMap(({ symbol: member }) => (member && /^[a-zA-Z]/.test(member.name) && isBare(member) ? [member.name] : []))
      return [...(isBare(symbol) ? [symbol.name] : []), ...bare.map((name) => `${symbol.name}.${name}`)]
    }),
  )
  return [...new Set(found)].filter((name) => !/Error\.name$|Table$/.test(name)).toSorted()
}

test('every entry point is documented, and a missing doc comment is detected', () => {
  expect(entries.length).toBeGreaterThan(8)
  expect(findUndocumented([...entries, undocumented])).toEqual(['Boat.name', 'boats'])
})
