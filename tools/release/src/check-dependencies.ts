#!/usr/bin/env node
/** `pnpm verify dependencies`: known vulnerabilities, and plans for dependencies that nobody maintains. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createComparison } from './create-comparison.ts'
import { root } from './pack-packages.ts'
import { findAuditOutcome, listDeprecated, listMissing, parsePlans } from './dependency-plans.ts'

const { check, close } = createComparison('dependencies')
const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const plans = parsePlans(readFileSync(join(root, 'docs/tools.md'), 'utf8'))

check(
  'every deprecated dependency has a plan',
  listDeprecated(lockfile).filter((name) => !plans.has(name)),
  [],
)
check('every plan is for a dependency', listMissing(lockfile, [...plans.keys()]), [])

const audit = spawnSync('pnpm', ['audit', '--audit-level', 'high'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
const outcome = findAuditOutcome(audit.status, `${audit.stdout}${audit.stderr}`)
if (outcome === 'vulnerable') console.error(audit.stdout)
check('no dependency has a known vulnerability of high severity', outcome === 'vulnerable', false)

close({ audit: outcome, unmaintained: Object.fromEntries(plans) })
