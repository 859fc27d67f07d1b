/**
 * A process of its own that runs tests of one project over changed sources, as it is told over IPC. A change is handed to the module
 * loader and never written to a file. Whoever started it ends it when a change makes the tests run for ever.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createVitest, type TestModule } from 'vitest/node'

/** What is asked for. */
export interface Task {
  /** By absolute path: the text that is loaded in place of the file's. */
  readonly sources: Readonly<Record<string, string>>
  /** Absolute paths; all tests of the project when left out. */
  readonly tests?: readonly string[]
  /** Ends with the first test that fails. */
  readonly stops: boolean
}

/** What came of it, by the absolute path of each test file that ran. */
export interface Result {
  readonly tests: Readonly<Record<string, { readonly passed: boolean; readonly milliseconds: number }>>
}

const [project = '.', reachedFile = ''] = process.argv.slice(2)
const configFile = `${project}/vitest.config.ts`
let sources: Readonly<Record<string, string>> = {}

const vitest = await createVitest(
  'test',
  {
    root: project,
    config: existsSync(configFile) ? configFile : false,
    watch: false,
    reporters: [{}],
    bail: 0,
    fileParallelism: false,
    // It goes by what is in the files.
    fsModuleCache: false,
    includeTaskLocation: false,
    ...(reachedFile !== '' && {
      setupFiles: [fileURLToPath(new URL('note-reached.ts', import.meta.url))],
      env: { REACHED_FILE: reachedFile },
    }),
  },
  {
    logLevel: 'silent',
    plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => sources[id.split('?', 1)[0] ?? ''] }],
  },
)
await vitest.standalone()

async function run({ sources: changed, tests, stops }: Task): Promise<Result> {
  const before = Object.keys(sources)
  sources = changed
  for (const file of new Set([...before, ...Object.keys(changed)])) vitest.invalidateFile(file)
  vitest.config.bail = stops ? 1 : 0
  for (const each of vitest.projects) each.config.bail = stops ? 1 : 0
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => tests?.includes(moduleId) ?? true)
  const wanted = tests ? specifications.toSorted((a, b) => tests.indexOf(a.moduleId) - tests.indexOf(b.moduleId)) : specifications
  const { testModules } = await vitest.runTestSpecifications(wanted, false)
  return { tests: Object.fromEntries(testModules.map((module) => [module.moduleId, describeModule(module)])) }
}

function describeModule(module: TestModule) {
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic()
  return { passed: module.ok(), milliseconds: Math.round(duration + collectDuration + setupDuration + environmentSetupDuration) }
}

process.on('message', (task: Task) => {
  void run(task).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
// With its workers, of which one may run for ever.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.send?.('ready')
