/**
 * Runs `redocly lint` with the plugin on the documents of a test, all in one process.
 * Each case has its own specification folder with the shared documents, so that cases are independent.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const lintFolder = fileURLToPath(new URL('../', import.meta.url))
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

export interface LintCase {
  readonly name: string
  /** Texts of the documents by their path in the specification, or only the text of `control/things.yaml`. */
  readonly input: string | Readonly<Record<string, string>>
  /** Entry document. Defaults to `control/things.yaml`. */
  readonly entry?: string
  /** False excludes the shared documents. */
  readonly shared?: boolean
}

export interface LintFinding {
  /** `control/things.yaml#/paths/~1v2~1things/get` and the line. */
  readonly at: string
  readonly line: number
  readonly message: string
  readonly rule: string
}

interface Output {
  readonly problems: readonly {
    readonly ruleId: string
    readonly message: string
    readonly location: readonly {
      readonly source: { readonly ref: string }
      readonly pointer?: string
      readonly start?: { readonly line: number }
    }[]
  }[]
}

/** Returns the findings of every case, in order, with the given `rules` and `extends`. */
export function lintCases(settings: Readonly<Record<string, unknown>>, cases: readonly LintCase[]): LintFinding[][] {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-lint-'))
  try {
    const preprocessors = { 'spindrift/conventions': 'on' }
    const config = { preprocessors, ...settings, plugins: [join(lintFolder, 'plugin.ts')], telemetry: 'off' }
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(config))
    const entries = cases.map(({ input, entry = 'control/things.yaml', shared = true }, index) => {
      const spec = join(folder, `case-${index}`)
      if (shared) cpSync(join(lintFolder, '../shared'), join(spec, 'shared'), { recursive: true })
      const texts = typeof input === 'string' ? { 'control/things.yaml': input } : input
      const siblings = Object.keys(texts).filter((path) => path !== entry && dirname(path) === dirname(entry))
      for (const [path, text] of Object.entries(texts)) {
        mkdirSync(dirname(join(spec, path)), { recursive: true })
        writeFileSync(join(spec, path), path === entry && !text.includes('x-documents') ? text + listDocuments(path, siblings) : text)
      }
      return join(spec, entry)
    })
    const args = [redocly, 'lint', ...entries, '--config', join(folder, 'redocly.yaml'), '--format=json', '--max-problems=100000']
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    const outputs = stdout.split(/(?<=^\})(?=\{$)/m).filter((text) => text.trim() !== '')
    if (outputs.length !== cases.length)
      throw new Error(`redocly returned results for ${outputs.length} of ${cases.length} cases.\n${stdout}\n${stderr}`)
    return outputs.map((text, index) => (JSON.parse(text) as Output).problems.map((problem) => toFinding(problem, `case-${index}/`)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the list of documents at the end of an entry. */
function listDocuments(path: string, documents: readonly string[]): string {
  if (basename(path) !== 'openapi.yaml') return ''
  return `x-documents: ${JSON.stringify(documents.map((document) => ({ $ref: basename(document) })))}\n`
}

function toFinding(problem: Output['problems'][number], prefix: string): LintFinding {
  const [location] = problem.location
  const ref = relative(prefix, location?.source.ref ?? '')
  return { at: `${ref}${location?.pointer ?? ''}`, line: location?.start?.line ?? 0, message: problem.message, rule: problem.ruleId }
}
