/** Runs the first programs of a user in a project that has the packages. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, programs } from '../programs.ts'
import type { Report } from '../report.ts'
import { explain, runProgram } from '../run-program.ts'

const sandbox = 'node_modules/@spindrift/sandbox/dist/main.js'

export interface Runtime {
  /** As in `Node 22.23.3`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** None for what is no Node. */
  readonly version?: readonly [major: number, minor: number]
}

/** What Node says of a feature that is not stable there; anything else on standard error is a finding where nothing was to be said. */
const isNews = (line: string): boolean => line !== '' && !/ExperimentalWarning: SQLite|--trace-warnings|^DEP\d+/.test(line)

export async function tryPrograms(project: string, runtimes: readonly Runtime[], report: Report, title: string): Promise<void> {
  for (const { file, text } of programs) writeFileSync(join(project, file), text)
  for (const runtime of runtimes) {
    for (const program of programs.filter((each) => runsOn(each, runtime)))
      await report.time(`${title}: ${program.file} on ${runtime.name}`, () => run(project, program, runtime))
  }
}

function runsOn({ node, asksSandbox = false, file }: Program, { version }: Runtime): boolean {
  if (version === undefined) return asksSandbox && file.endsWith('.mjs')
  return version[0] > node[0] || (version[0] === node[0] && version[1] >= node[1])
}

async function run(project: string, { file, asksSandbox = false }: Program, runtime: Runtime): Promise<string | undefined> {
  // The sandbox runs on this Node, whatever asks it.
  const before = asksSandbox ? [process.execPath, sandbox, 'exec', '--world', 'empty', '--'] : []
  const [program = '', ...rest] = [...before, runtime.command, ...runtime.args, file]
  const ended = await runProgram(program, rest, { cwd: project })
  const news = ended.stderr.split('\n').filter(isNews)
  return explain(ended) ?? (file.endsWith('.cjs') && news.length > 0 ? `said: ${news.join('\n')}` : undefined)
}
