/** Type-checks a project that imports every entry of every package, including the declarations. */
import { globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listEntries } from '../list-entries.ts'
import { root } from '../pack-packages.ts'
import type { Report } from '../report.ts'
import { runProgram } from '../run-program.ts'

type Setting = readonly [title: string, files: readonly string[], options: readonly string[], expectedError?: RegExp]

/** Modules and CommonJS in one program, as they read the same declarations. */
const nodeSetting: Setting = ['modules and CommonJS, nodenext', ['entries.mts', 'entries.cts'], ['--module', 'nodenext']]

const bundlerSetting: Setting = [
  'a bundler',
  ['entries.mts'],
  ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable,esnext.disposable'],
]

/** Older module settings. */
const olderSettings: readonly Setting[] = [
  ['CommonJS, node20', ['entries.cts'], ['--module', 'node20']],
  ['CommonJS, node16, import()', ['dynamic.cts'], ['--module', 'node16']],
  // This mode models a Node that could not require ES modules; docs/support.md names the setting to use instead.
  ['CommonJS, node16, import', ['entries.cts'], ['--module', 'node16'], /error TS1479/],
]

/** With several threads, each checks the types that it uses again. */
const commonOptions =
  '--singleThreaded --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2024 --skipLibCheck false --types node'

const settings = { quick: [nodeSetting], default: [nodeSetting, bundlerSetting], long: [nodeSetting, bundlerSetting, ...olderSettings] }

export async function checkTypes(project: string, report: Report, extent: keyof typeof settings): Promise<void> {
  const entries = listImports(project)
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`).join('')
  writeFileSync(join(project, 'entries.mts'), imports)
  writeFileSync(join(project, 'entries.cts'), imports)
  writeFileSync(join(project, 'dynamic.cts'), `export const client = import('@spindrift/client')\n`)
  for (const [title, files, options, expectedError] of settings[extent]) {
    const program = [join(root, 'node_modules/typescript/bin/tsc'), ...commonOptions.split(' '), ...options, ...files]
    await report.runCheck(`types of ${entries.length} entries: ${title}`, async () => {
      const { status, stdout } = await runProgram(process.execPath, program, { cwd: project })
      const isExpected = expectedError ? expectedError.test(stdout) : status === 0
      return isExpected ? undefined : stdout.slice(0, 2000) || `No error, but expected ${expectedError}.`
    })
  }
}

function listImports(project: string): string[] {
  return globSync(join(project, 'node_modules/@spindrift/*'))
    .toSorted()
    .flatMap((folder) => listEntries(folder).map(({ name }) => `@spindrift/${basename(folder)}${name.slice(1)}`))
    .filter((name) => !name.includes('*'))
}
