/** Edits of the specification must fail to compile the handlers and tests that depend on them. The edits are applied to the generated types. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const types = join(root, 'packages/types/src/generated')
const sandbox = join(root, 'packages/sandbox')
const families = join(sandbox, 'src/families')

interface Edit {
  readonly input: string
  /** The module of @spindrift/types, and what in it becomes what. */
  readonly module: string
  readonly from: string
  readonly to: string
  /** Handler or test that no longer compiles, and the compile error. */
  readonly file: string
  readonly says: string
}

const edits: readonly Edit[] = [
  {
    input: 'a property of an object is renamed',
    module: 'volumes',
    from: 'droplet_ids: number[];',
    to: 'attached_to: number[];',
    file: 'volumes/hooks.ts',
    says: "'droplet_ids'",
  },
  {
    input: 'a property of a request is renamed',
    module: 'volumes',
    from: 'snapshot_id?: string | null;',
    to: 'from_snapshot?: string | null;',
    file: 'volumes/hooks.ts',
    says: "'snapshot_id'",
  },
  {
    input: 'a value is removed from an enum that a request is read by',
    module: 'volume-actions',
    from: 'type: "resize";',
    to: 'type: "grow";',
    file: 'volume-actions/handlers.ts',
    says: '"resize"',
  },
  {
    input: 'the root of a reply is renamed',
    module: 'domains',
    from: 'domain: Domain;',
    to: 'zone: Domain;',
    file: 'domains/handlers.ts',
    says: "type 'Result<DomainResponse>'",
  },
  {
    input: 'a parameter of a path is renamed',
    module: 'volume-snapshots',
    from: 'volume_id: string',
    to: 'id: string',
    file: 'volume-snapshots/handlers.ts',
    says: "'volume_id'",
  },
  {
    input: 'an object gets a required property',
    module: 'projects',
    from: 'is_default: boolean;',
    to: 'is_default: boolean; owner_team: string;',
    file: 'projects/project-changes.ts',
    says: "Property 'owner_team' is missing",
  },
  {
    input: 'a property that a test reads is renamed',
    module: 'volumes',
    from: 'droplet_ids: number[];',
    to: 'attached_to: number[];',
    file: 'volumes/volumes.test.ts',
    says: "Property 'droplet_ids' does not exist",
  },
  {
    input: 'a parameter of a query is renamed',
    module: 'volumes',
    from: 'region?: RegionSlug\n',
    to: 'place?: RegionSlug\n',
    file: 'volumes/volumes.test.ts',
    says: '"/v2/volumes?name=covers-data&region=nyc3"',
  },
]

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
}

const files = new Map<string, ts.SourceFile | undefined>()

/** Returns the compile errors of each checked module, with the replaced modules in place. */
function check(checked: readonly string[], replaced: ReadonlyMap<string, string>): Map<string, string[]> {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, language, ...rest) => {
    const text = replaced.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, language)
    if (!files.has(path)) files.set(path, getSourceFile(path, language, ...rest))
    return files.get(path)
  }
  host.resolveModuleNameLiterals = (names, containing) =>
    names.map(({ text }) => {
      const module = /^@spindrift\/types\/(.+)$/.exec(text)?.[1]
      if (module === undefined) return ts.resolveModuleName(text, containing, options, host)
      return { resolvedModule: { resolvedFileName: join(types, `${module}.ts`), extension: '.ts', isExternalLibraryImport: false } }
    })
  const paths = checked.map((file) => join(families, file))
  // What an account keeps hidden, and the records of apps and load balancers, are declared elsewhere.
  const declaring = ['../limits/account-limits.ts', 'apps/domains.ts', 'load-balancers/dns-records.ts'].map((file) => join(families, file))
  const program = ts.createProgram([...paths, ...declaring], options, host)
  return new Map(
    paths.map((path, position) => {
      const findings = program.getSemanticDiagnostics(program.getSourceFile(resolve(path)))
      return [checked[position] ?? '', findings.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))]
    }),
  )
}

describe('handlers and tests', () => {
  it('fail to compile after related edits of the specification', () => {
    const replaced = new Map<string, string>()
    for (const { module, from, to } of edits) {
      const path = join(types, `${module}.ts`)
      const original = readFileSync(path, 'utf8')
      expect(original, `${module} has ${from}`).toContain(from)
      replaced.set(path, (replaced.get(path) ?? original).replaceAll(from, to))
    }
    const found = check([...new Set(edits.map(({ file }) => file))], replaced)
    const missed = edits.filter(({ file, says }) => !found.get(file)?.some((finding) => finding.includes(says)))
    expect(missed.map(({ input }) => input)).toEqual([])
  }, 60_000)
})

interface HandlerEdit {
  readonly input: string
  readonly edited: string
  readonly from: string
  readonly to: string
  readonly file: string
  readonly says: string
}

const handlerEdits: readonly HandlerEdit[] = [
  {
    input: 'a handler is missing from its family',
    edited: 'custom-models/handlers.ts',
    from: 'customModels_delete: remove,',
    to: '',
    file: 'custom-models/index.ts',
    says: "Property 'customModels_delete' is missing",
  },
  {
    input: 'a handler returns another type',
    edited: 'account/handlers.ts',
    from: '({ account: ',
    to: '({ user: ',
    file: 'account/handlers.ts',
    says: "'Result<AccountResponse>'",
  },
  {
    input: 'a handler is that of another operation',
    edited: 'volume-actions/handlers.ts',
    from: 'volumes_actions_create: ',
    to: 'volumes_actions_list: ',
    file: 'volume-actions/handlers.ts',
    says: 'volumes_actions_list',
  },
  {
    input: 'a family is not listed',
    edited: 'index.ts',
    from: '  account,\n',
    to: '',
    file: 'index.ts',
    says: "Property 'account_get' is missing",
  },
]

describe('handler tables', () => {
  it('fail to compile with a missing or mistyped handler', () => {
    const replaced = new Map<string, string>()
    for (const { edited, from, to } of handlerEdits) {
      const path = join(families, edited)
      const text = readFileSync(path, 'utf8')
      expect(text, `${edited} has ${from}`).toContain(from)
      replaced.set(path, text.replace(from, to))
    }
    const found = check([...new Set(handlerEdits.map(({ file }) => file))], replaced)
    const missed = handlerEdits.filter(({ file, says }) => !found.get(file)?.some((finding) => finding.includes(says)))
    expect(missed.map(({ input, file }) => [input, found.get(file)])).toEqual([])
  }, 60_000)
})
