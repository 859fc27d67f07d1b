#!/usr/bin/env node
/** `node tools/release/src/try-tarballs.ts <folder> --runtime node22`: tests the packages in a folder on this system and one runtime. */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installProject } from './consumers/install-project.ts'
import { installTools, npm, runtimeNames } from './consumers/runtimes.ts'
import { tryPrograms } from './consumers/try-programs.ts'
import { createReport } from './report.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runtime: { type: 'string', default: 'node24' } } })
const tarballs = globSync(join(resolve(positionals[0] ?? '.'), '*.tgz'))
if (tarballs.length === 0 || !runtimeNames.includes(values.runtime)) {
  console.error(
    `Pass a folder of tarballs, created with \`pnpm verify release --keep <folder>\`, and a --runtime: ${runtimeNames.join(', ')}.`,
  )
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'spindrift-tarballs-'))
const report = createReport(`tarballs on ${values.runtime}`)
try {
  const packages = Object.fromEntries(
    tarballs.map((file) => [`@spindrift/${/^spindrift-(.+)-\d+\.\d+\.\d+/.exec(basename(file))?.[1] ?? ''}`, `file:${file}`]),
  )
  const { runtimes } = await installTools(join(folder, 'tools'), [values.runtime])
  const isInstalled = await report.runCheck('installs the packages in an empty project', () =>
    installProject(join(folder, 'project'), npm, undefined, packages),
  )
  if (isInstalled) await tryPrograms(join(folder, 'project'), runtimes, report, process.platform)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = report.close() ? 0 : 1
