/** Runs Redocly Respect on a workflow document and reads its report. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { repoFolder } from '../load-specification.ts'

interface Check {
  readonly passed: boolean
  readonly name: string
  readonly message?: string
  readonly condition?: string
}

interface Step {
  readonly stepId?: string
  readonly checks?: readonly Check[]
  readonly response?: { readonly statusCode: number; readonly body: unknown }
}

interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly { readonly executedSteps: readonly Step[] }[] }>>
}

export interface WorkflowRun {
  readonly passed: boolean
  readonly steps: number
  readonly checks: number
  /** One line for each failed check. */
  readonly failures: readonly string[]
}

const program = join(repoFolder, 'node_modules/@redocly/cli/bin/cli.js')

/** @param inputs inputs of the workflows */
export async function runRespect(file: string, server: string, inputs: Readonly<Record<string, string>>): Promise<WorkflowRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-workflows-'))
  const report = join(folder.path, 'report.json')
  // Unused server names are ignored.
  const servers = ['control', 'oauth', 'inference', 'tools'].flatMap((name) => ['--server', `${name}=${server}`])
  const { status, output } = await run([
    'respect',
    copyWorkflow(file, folder.path),
    ...servers,
    '--input',
    JSON.stringify(inputs),
    '--json-output',
    report,
  ])
  return readReport(report, status, output)
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Copies a workflow with documents that hold only the operations that it calls. Respect parses and resolves whole documents for each workflow,
 * which takes longer than the requests.
 * @returns the copy
 */
function copyWorkflow(file: string, folder: string): string {
  const text = readFileSync(file, 'utf8')
  const ids = new Set([...text.matchAll(/operationId: (?:\S+\.)?(\w+)/g)].map(([, id = '']) => id))
  for (const name of ['dist', 'workflows']) mkdirSync(join(folder, name))
  for (const [, name = ''] of text.matchAll(/url: \.\.\/dist\/(\w+\.json)/g)) {
    const document = JSON.parse(readFileSync(join(repoFolder, 'spec/dist', name), 'utf8')) as OpenApiDocument
    writeFileSync(join(folder, 'dist', name), JSON.stringify(pickOperations(document, ids)))
  }
  const copy = join(folder, 'workflows', basename(file))
  writeFileSync(copy, text)
  return copy
}

function pickOperations({ paths, components, ...rest }: OpenApiDocument, ids: ReadonlySet<string>): OpenApiDocument {
  const isCalled = ([, item]: [string, OpenApiDocument['paths'][string]]) =>
    Object.values(item).some(({ operationId = '' }) => ids.has(operationId))
  const picked = { ...rest, paths: Object.fromEntries(Object.entries(paths).filter(isCalled)) }
  const used: Record<string, Record<string, unknown>> = { securitySchemes: { ...components['securitySchemes'] } }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const member of Object.values(value)) {
      const [, kind = '', name = ''] = typeof member === 'string' ? (/^#\/components\/(\w+)\/([^/]+)/.exec(member) ?? []) : []
      const component = components[kind]?.[name]
      if (component === undefined) visit(member)
      else if (used[kind]?.[name] === undefined) {
        ;(used[kind] ??= {})[name] = component
        visit(component)
      }
    }
  }
  visit(picked)
  return { ...picked, components: used }
}

/** Lints the workflow documents. */
export async function lintWorkflows(files: readonly string[]): Promise<string[]> {
  const { status, output } = await run([
    'lint',
    '--config',
    join(repoFolder, 'spec/workflows/redocly.yaml'),
    '--format',
    'stylish',
    ...files,
  ])
  return status === 0 ? [] : [`redocly lint: ${output}`]
}

function run(argv: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...argv], {
      cwd: repoFolder,
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off' },
    })
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output: Buffer.concat(parts).toString() }))
  })
}

function readReport(path: string, status: number | null, output: string): WorkflowRun {
  let report: Report
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return { passed: false, steps: 0, checks: 0, failures: [`Respect ended with ${status} and no report: ${output.slice(-400)}`] }
  }
  const taken = Object.values(report.files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  )
  // The last attempt of a repeated step counts.
  const steps = [...new Map(taken.map((step) => [step.stepId, step])).values()]
  const checks = steps.flatMap((step) => (step.checks ?? []).map((check) => ({ step, check })))
  const failures = checks
    .filter(({ check }) => !check.passed)
    .map(({ step: { stepId, response }, check: { name, condition, message } }) => {
      const actual = response ? `${response.statusCode} ${JSON.stringify(response.body)}`.slice(0, 200) : 'no answer'
      return `${stepId}: ${condition ?? message ?? name}, got ${actual}`
    })
  return { passed: status === 0 && failures.length === 0 && steps.length > 0, steps: steps.length, checks: checks.length, failures }
}
