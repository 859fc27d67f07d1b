#!/usr/bin/env node
/** `pnpm verify dependencies`: known vulnerabilities, and plans for dependencies that nobody maintains. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pack-packages.ts'
import { findAuditOutcome, listDeprecated, listMissing, parsePlans } from './dependency-plans.ts'
import { createReport } from './report.ts'

const { check, close } = createReport('dependencies')
const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const plans = parsePlans(readFileSync(join(root, 'docs/tools.md'), 'utf8'))

check(
  'every deprecated dependency has a plan',
  listDeprecated(lockfile).filter((name) => !plans.has(name)),
)
check('every plan is for a dependency', listMissing(lockfile, [...plans.keys()]))

const audit = spawnSync('pnpm', ['audit', '--audit-level', 'high'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
const output = `${audit.stdout}${audit.stderr}`
const outcome = findAuditOutcome(audit.status, output)
check('no dependency has a known vulnerability of high severity', outcome === 'vulnerable' ? `pnpm audit reports: ${output}` : undefined)

process.exitCode = close({ audit: outcome, unmaintained: Object.fromEntries(plans) }) ? 0 : 1
