/** `npm test`: sets up, builds, runs every check and suite, and ends with one line that sums them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, step } from './run.mjs'
import { setUp, setUpBrowser } from './set-up.mjs'

await setUp()
await setUpBrowser()
await step('Building: lint, bundle, generate, compile', 'pnpm', ['run', 'build'])

/** Each is one check: it passes when it ends with 0. None writes what another reads, and those that take longest begin. */
const checks = [
  ['packages as they would be published', 'pnpm', ['run', 'verify', 'release']],
  ['what is generated is up to date', 'node', ['generators/cli/main.ts', '--check']],
  ['types', 'pnpm', ['run', 'typecheck']],
  ['lint', 'pnpm', ['run', 'lint']],
  ['words', 'pnpm', ['run', 'lint:words']],
  ['format', 'pnpm', ['run', 'format', '--check']],
  ['nothing unused', 'pnpm', ['run', 'knip']],
  ['every operation described', 'pnpm', ['run', 'verify', 'coverage']],
]

let passed = 0
let failed = 0
// Two at a time, as with the suites below.
await Promise.all([takeChecks(), takeChecks()])

async function takeChecks() {
  for (let next = checks.shift(); next; next = checks.shift()) await check(...next)
}

async function check(title, command, args) {
  const started = performance.now()
  const { code, output } = await run(command, args, { quiet: true })
  if (code === 0) passed += 1
  else failed += 1
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) process.stderr.write(output)
}

const folder = mkdtempSync(join(tmpdir(), 'spindrift-test-'))
const report = join(folder, 'report.json')
await run('node', [
  'node_modules/vitest/vitest.mjs',
  'run',
  // A third of what runs waits: for a browser, for a sandbox to start, for time to pass.
  '--maxWorkers=3',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
])
try {
  const summary = JSON.parse(readFileSync(report, 'utf8'))
  passed += summary.numPassedTests
  failed += summary.numFailedTests
  // A file that does not even load has no failed test, but is a failure all the same.
  failed += summary.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  if (!summary.success && failed === 0) failed = 1
} catch {
  console.error('The test runner ended without a report.')
  failed += 1
}
// A rule holds when the tests that name it are among those that passed just now.
await check('rules of the contract', 'pnpm', ['run', 'verify', 'rules', '--report', report])
rmSync(folder, { recursive: true })

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
