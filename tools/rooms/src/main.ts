#!/usr/bin/env node
/** `pnpm rooms` */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkArchitecture } from './check-architecture.ts'
import { checkDoors } from './check-doors.ts'
import { checkImports, findImports } from './check-imports.ts'
import { checkSpelling } from './check-spelling.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const list = (...kinds: readonly string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...kinds], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
const texts = list('*.ts', '*.tsx', '*.mjs', '*.js', '*.md', '*.yaml').filter(
  (file) => !/(?:^|\/)generated\/|^pnpm-lock|\/rooms\/src\/check-spelling/.test(file),
)
// A golden is a copy of generated text; it imports what the real one will find where it lands.
const files = list('*.ts', '*.mjs', '*.js').filter((file) => !file.includes('/golden/'))
const imports = files.flatMap((file) => findImports(file, readFileSync(join(root, file), 'utf8')))
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const findings = [
  ...checkImports(imports),
  ...checkDoors(imports),
  ...texts.flatMap((file) => checkSpelling(file, readFileSync(join(root, file), 'utf8'))),
  ...checkArchitecture(architecture, (path) => existsSync(join(root, path))),
]

for (const finding of findings) console.error(finding)
console.log(JSON.stringify({ check: 'rooms', passed: imports.length - findings.length, total: imports.length }))
process.exitCode = findings.length === 0 ? 0 : 1
