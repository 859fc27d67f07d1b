/** Type-checks a project that imports every entry of every package, with declarations checked, too. */
import { globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listEntries } from '../list-entries.ts'
import { root } from '../pack-packages.ts'
import type { Report } from '../report.ts'
import { runProgram } from '../run-program.ts'

type Setting = readonly [title: string, files: readonly string[], options: readonly string[], refused?: RegExp]

/** What a user sets, and what then comes of `import` in a module and in a CommonJS file. */
const settings: readonly Setting[] = [
  // In one program, as both read the same declarations.
  ['modules and CommonJS, nodenext', ['entries.mts', 'entries.cts'], ['--module', 'nodenext']],
  [
    'a bundler',
    ['entries.mts'],
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable,esnext.disposable'],
  ],
]

/** Older names of what nodenext is, and what came before. */
const olderSettings: readonly Setting[] = [
  ['CommonJS, node20', ['entries.cts'], ['--module', 'node20']],
  ['CommonJS, node16, import()', ['dynamic.cts'], ['--module', 'node16']],
  // This mode stands for a Node that could not require a module; docs/support.md says what to set instead.
  ['CommonJS, node16, import', ['entries.cts'], ['--module', 'node16'], /error TS1479/],
]

/** @param long with the older settings */
export async function checkTypes(project: string, report: Report, long: boolean): Promise<void> {
  const entries = listImports(project)
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`).join('')
  writeFileSync(join(project, 'entries.mts'), imports)
  writeFileSync(join(project, 'entries.cts'), imports)
  writeFileSync(join(project, 'dynamic.cts'), `export const client = import('@spindrift/client')\n`)
  for (const [title, files, options, refused] of long ? [...settings, ...olderSettings] : settings) {
    const args = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2024']
    const program = [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...args,
      '--skipLibCheck',
      'false',
      '--types',
      'node',
      ...options,
      ...files,
    ]
    await report.time(`types of ${entries.length} entries: ${title}`, async () => {
      const { status, stdout } = await runProgram(process.execPath, program, { cwd: project })
      const isAsSaid = refused ? refused.test(stdout) : status === 0
      return isAsSaid ? undefined : stdout.slice(0, 2000) || 'It was taken, and should not have been.'
    })
  }
}

function listImports(project: string): string[] {
  return globSync(join(project, 'node_modules/@spindrift/*'))
    .toSorted()
    .flatMap((folder) => listEntries(folder).map(({ name }) => `@spindrift/${basename(folder)}${name.slice(1)}`))
    .filter((name) => !name.includes('*'))
}
