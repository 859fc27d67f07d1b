/** Runs example programs in a project with the installed packages. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, programs } from '../programs.ts'
import type { Report } from '../report.ts'
import { describeFailure, runProgram } from '../run-program.ts'

const sandbox = 'node_modules/@spindrift/sandbox/dist/main.js'

export interface Runtime {
  /** For example `Node 22.23.3`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Undefined for Deno and Bun. */
  readonly version?: readonly [major: number, minor: number]
}

/** Ignores Node's warnings about experimental features. Any other line on standard error is unexpected. */
const isUnexpected = (line: string): boolean => line !== '' && !/ExperimentalWarning: SQLite|--trace-warnings|^DEP\d+/.test(line)

export async function tryPrograms(project: string, runtimes: readonly Runtime[], report: Report, title: string): Promise<void> {
  for (const { file, text } of programs) writeFileSync(join(project, file), text)
  for (const runtime of runtimes) {
    for (const program of programs.filter((each) => runsOn(each, runtime)))
      await report.runCheck(`${title}: ${program.file} on ${runtime.name}`, () => run(project, program, runtime))
  }
}

function runsOn({ node, needsSandbox = false, file }: Program, { version }: Runtime): boolean {
  if (version === undefined) return needsSandbox && file.endsWith('.mjs')
  return version[0] > node[0] || (version[0] === node[0] && version[1] >= node[1])
}

async function run(project: string, { file, needsSandbox = false }: Program, runtime: Runtime): Promise<string | undefined> {
  // The sandbox always runs on this Node.
  const prefix = needsSandbox ? [process.execPath, sandbox, 'exec', '--world', 'empty', '--'] : []
  const [program = '', ...rest] = [...prefix, runtime.command, ...runtime.args, file]
  const result = await runProgram(program, rest, { cwd: project })
  const unexpected = result.stderr.split('\n').filter(isUnexpected)
  return (
    describeFailure(result) ?? (file.endsWith('.cjs') && unexpected.length > 0 ? `unexpected output: ${unexpected.join('\n')}` : undefined)
  )
}
