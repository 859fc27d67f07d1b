/**
 * `pnpm spec lint`: lints whole APIs. Validating examples is the slowest part, because it compiles schemas. It runs
 * only for documents that changed since they last passed, or that refer to such a document.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { pathOf, readDocuments, repoFolder, specFolder, type Api, type SpecDocument } from './documents.ts'
import { hashDocuments, hashTexts, type Hashes } from './hash-documents.ts'
import { configFile, runRedocly } from './redocly.ts'

const exampleRules = ['no-invalid-media-type-examples', 'no-invalid-schema-examples']

/** Lints APIs and returns the exit status. One process lints several APIs, because starting Redocly takes longer than linting a small API. */
export async function lintApis(apis: readonly Api[]): Promise<number> {
  const plans = apis.map(planLint)
  const [split, whole] = [plans.filter(({ isSplit }) => isSplit), plans.filter(({ isSplit }) => !isSplit)]
  const changed = split.flatMap((plan) => plan.changed)
  const statuses = await Promise.all([
    ...(whole.length > 0 ? [runRedocly(['lint', ...whole.map(({ api }) => api)])] : []),
    ...(split.length > 0
      ? [runRedocly(['lint', ...split.map(({ api }) => api), ...exampleRules.flatMap((rule) => ['--skip-rule', rule])])]
      : []),
    ...(changed.length > 0 ? [lintExamples(changed)] : []),
  ])
  const status = Math.max(...statuses)
  if (status === 0) for (const { api, hashes } of plans) writePassedHashes(api, hashes)
  return status
}

interface LintPlan {
  readonly api: Api
  readonly hashes: Hashes
  readonly changed: readonly SpecDocument[]
  /** True if the examples of the changed documents are validated in a second run. */
  readonly isSplit: boolean
}

function planLint(api: Api): LintPlan {
  const documents = readDocuments(api)
  const hashes = hashDocuments(documents.map(pathOf), hashLintInputs())
  const known = readPassedHashes(api)
  const changed = documents.filter(({ file }) => known[file] !== hashes[file])
  // Two parallel runs are only faster if one of them is short.
  return { api, hashes, changed, isSplit: changed.length <= documents.length / 4 }
}

/** Lints the control endpoints of the sandbox, which do not follow the conventions of the platform. Returns the exit status. */
export function lintControls(): Promise<number> {
  const folder = join(repoFolder, 'packages/sandbox/control')
  return runRedocly(['lint', join(folder, 'openapi.yaml')], join(folder, 'redocly.yaml'))
}

async function lintExamples(documents: readonly SpecDocument[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-lint-'))
  try {
    const config = join(folder, 'redocly.yaml')
    writeFileSync(config, JSON.stringify(readExamplesConfig()))
    return await runRedocly(['lint', ...documents.map(pathOf)], config)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns our configuration with only the example rules. */
function readExamplesConfig() {
  const { plugins, preprocessors, rules } = load(readFileSync(configFile, 'utf8')) as {
    readonly plugins: readonly string[]
    readonly preprocessors: Readonly<Record<string, 'on'>>
    readonly rules: Readonly<Record<string, { readonly severity: 'error' }>>
  }
  const enabled = Object.fromEntries(exampleRules.map((rule) => [rule, rules[rule] ?? ('error' as const)]))
  return { plugins: plugins.map((path) => join(repoFolder, path)), preprocessors, rules: enabled }
}

/** Hashes all inputs that affect the validation of every example, including the shared documents that the conventions refer to. */
function hashLintInputs(): string {
  const lint = readdirSync(join(specFolder, 'lint'), { withFileTypes: true })
  const plugin = lint.filter((entry) => entry.isFile()).map(({ name }) => join(specFolder, 'lint', name))
  const shared = readDocuments('shared').map(pathOf)
  const files = [...shared, configFile, join(specFolder, 'conventions.yaml'), join(repoFolder, 'pnpm-lock.yaml'), ...plugin]
  return hashTexts(files.map((path) => readFileSync(path, 'utf8')))
}

function fileOf(api: Api): string {
  return join(repoFolder, 'node_modules/.cache/spindrift', `lint-${api}.json`)
}

function readPassedHashes(api: Api): Hashes {
  const file = fileOf(api)
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Hashes
  } catch {
    // The file is incomplete because a process was interrupted; check everything again.
    return {}
  }
}

function writePassedHashes(api: Api, hashes: Hashes): void {
  mkdirSync(dirname(fileOf(api)), { recursive: true })
  writeFileSync(fileOf(api), JSON.stringify(hashes))
}
