#!/usr/bin/env node
/** `pnpm rooms` */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkArchitecture } from './check-architecture.ts'
import { checkDoors } from './check-doors.ts'
import { checkImports, findImports } from './check-imports.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// A golden is a copy of generated text; it imports what the real one will find where it lands.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs', '*.js'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => file !== '' && !file.includes('/golden/') && existsSync(join(root, file)))
const imports = files.flatMap((file) => findImports(file, readFileSync(join(root, file), 'utf8')))
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const findings = [
  ...checkImports(imports),
  ...checkDoors(imports),
  ...checkArchitecture(architecture, (path) => existsSync(join(root, path))),
]

for (const finding of findings) console.error(finding)
console.log(JSON.stringify({ check: 'rooms', passed: imports.length - findings.length, total: imports.length }))
process.exitCode = findings.length === 0 ? 0 : 1
