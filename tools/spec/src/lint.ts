/**
 * `pnpm spec lint`: lints whole APIs. Validating examples is the slowest part, because it compiles schemas. It runs
 * only for documents that changed since they last passed, or that refer to such a document.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { pathOf, listDocuments, repoFolder, specFolder, type Api } from './documents.ts'
import { hashDocuments, hashTexts, type Hashes } from './hash-documents.ts'
import { configFile, runRedocly } from './redocly.ts'

const exampleRules = ['no-invalid-media-type-examples', 'no-invalid-schema-examples']

/**
 * Lints APIs, and optionally the control endpoints of the sandbox, in one process, because starting Redocly takes longer than linting a small API.
 * Returns the exit status.
 */
export async function lintApis(apis: readonly Api[], withControls = false): Promise<number> {
  const { extends: base, rules, plugins, ...config } = readConfig(configFile)
  const plans = apis.map((api) => ({ api, ...planLint(api) }))
  const targets: Record<string, LintTarget> = {}
  for (const { api, changed, isSplit } of plans) {
    const root = join(specFolder, api, 'openapi.yaml')
    targets[api] = { root, extends: base, rules: { ...rules, ...(isSplit && mapRules(() => 'off')) } }
    if (isSplit)
      for (const document of changed)
        targets[`${api}/${document.file}`] = { root: pathOf(document), rules: mapRules((rule) => rules[rule]) }
  }
  if (withControls) {
    const folder = join(repoFolder, 'packages/sandbox/control')
    const own = readConfig(join(folder, 'redocly.yaml'))
    // They do not follow the conventions of the platform.
    targets['sandbox'] = {
      root: join(folder, 'openapi.yaml'),
      extends: own.extends,
      rules: own.rules,
      preprocessors: { 'spindrift/conventions': 'off' },
    }
  }
  const temporary = mkdtempSync(join(tmpdir(), 'spindrift-lint-'))
  try {
    const file = join(temporary, 'redocly.yaml')
    writeFileSync(file, JSON.stringify({ ...config, plugins: plugins?.map((path) => join(repoFolder, path)), apis: targets }))
    const status = await runRedocly(['lint', ...Object.keys(targets)], file)
    if (status === 0) for (const { api, hashes } of plans) writePassedHashes(api, hashes)
    return status
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

type Rules = Readonly<Record<string, unknown>>

/** Root document with its own rules. */
interface LintTarget {
  readonly root: string
  readonly extends?: readonly string[] | undefined
  readonly rules: Rules
  readonly preprocessors?: object
}

interface Config {
  readonly extends?: readonly string[]
  readonly rules: Rules
  readonly plugins?: readonly string[]
}

const readConfig = (file: string) => load(readFileSync(file, 'utf8')) as Config
const mapRules = (map: (rule: string) => unknown): Rules => Object.fromEntries(exampleRules.map((rule) => [rule, map(rule)]))

function planLint(api: Api) {
  const documents = listDocuments(api)
  const hashes = hashDocuments(documents.map(pathOf), hashLintInputs())
  const known = readPassedHashes(api)
  const changed = documents.filter(({ file }) => known[file] !== hashes[file])
  // If most documents changed, linting the whole API is faster.
  return { hashes, changed, isSplit: changed.length <= documents.length / 4 }
}

/** Hashes all inputs that affect the validation of every example, including the shared documents that the conventions refer to. */
function hashLintInputs(): string {
  const lint = readdirSync(join(specFolder, 'lint'), { withFileTypes: true })
  const plugin = lint.filter((entry) => entry.isFile()).map(({ name }) => join(specFolder, 'lint', name))
  const shared = listDocuments('shared').map(pathOf)
  const files = [...shared, configFile, join(specFolder, 'conventions.yaml'), join(repoFolder, 'pnpm-lock.yaml'), ...plugin]
  return hashTexts(files.map((path) => readFileSync(path, 'utf8')))
}

function fileOf(api: Api): string {
  return join(repoFolder, 'node_modules/.cache/spindrift', `lint-${api}.json`)
}

function readPassedHashes(api: Api): Hashes {
  try {
    return JSON.parse(readFileSync(fileOf(api), 'utf8')) as Hashes
  } catch {
    // The file is missing, or incomplete because a process was interrupted; check everything.
    return {}
  }
}

function writePassedHashes(api: Api, hashes: Hashes): void {
  mkdirSync(dirname(fileOf(api)), { recursive: true })
  writeFileSync(fileOf(api), JSON.stringify(hashes))
}
