/** `npm test`: installs, builds, runs every check and test, and ends with one summary line. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root, run, runStep } from './run.mjs'
import { setUp, setUpBrowser } from './set-up.mjs'

await setUp()
await setUpBrowser()
// A build from Turbo's cache leaves files of earlier builds, whose names differ.
for (const name of readdirSync(join(root, 'packages')))
  for (const folder of ['chunks', 'console']) rmSync(join(root, 'packages', name, 'dist', folder), { recursive: true, force: true })
// The build updates generated files. It changes none if those in the commit are up to date.
const listChanged = () => run('git', ['status', '--porcelain', '--', 'packages/*/src/generated/*', 'spec/SURFACE.md'], { quiet: true })
const { output: changed } = await listChanged()
await runStep('Building: lint, bundle, generate, compile', 'pnpm', ['run', 'build'])

/** Checks that pass when their command exits with 0. None writes a file that another reads. The slowest come first. */
const checks = [
  ['packages: quick release rehearsal', 'pnpm', ['run', 'verify', 'release', '--quick']],
  ['types', 'pnpm', ['run', 'typecheck']],
  ['lint', 'pnpm', ['run', 'lint']],
  ['words', 'pnpm', ['run', 'lint:words']],
  ['format', 'pnpm', ['run', 'format', '--check']],
  ['no unused code', 'pnpm', ['run', 'knip']],
]

let passed = 0
let failed = 0
/** Names of failed checks and test files with a command that runs each of them again. */
const failures = []
if ((await listChanged()).output === changed) passed += 1
else addFailure('generated files were out of date', 'pnpm build, then commit them')
const folder = mkdtempSync(join(tmpdir(), 'spindrift-test-'))
const report = join(folder, 'report.json')
console.log('\nRunning the checks, one at a time, and the tests')
await Promise.all([runChecks(), runTests()])
// A rule holds when the tests that name it passed in this run.
await runCheck('rules of the contract', 'pnpm', ['run', 'verify', 'rules', '--report', report], 'pnpm verify rules')
rmSync(folder, { recursive: true })

if (failures.length > 0) {
  console.log('\nFailed, each with the command that runs it again (without pnpm on your path, write `npm run pnpm --` for `pnpm`):')
  for (const failure of failures) console.log(`  ${failure}`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runChecks() {
  for (let next = checks.shift(); next; next = checks.shift()) await runCheck(...next)
}

async function runCheck(title, command, args, rerun = [command, ...args].join(' ')) {
  const started = performance.now()
  const { code, output } = await run(command, args, { quiet: true })
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (code === 0) {
    passed += 1
    return
  }
  process.stderr.write(output)
  addFailure(title, rerun)
}

function addFailure(title, command, count = 1) {
  failed += count
  failures.push(`${title}: ${command}`)
}

async function runTests() {
  await run('node', [
    'node_modules/vitest/vitest.mjs',
    'run',
    // About a third of the tests wait: for a browser, for a sandbox to start, for time to pass.
    '--maxWorkers=3',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  try {
    const summary = JSON.parse(readFileSync(report, 'utf8'))
    passed += summary.numPassedTests
    const before = failed
    for (const { name, status, assertionResults } of summary.testResults) {
      if (status !== 'failed') continue
      // A file that does not load has no failed test, but counts as a failure.
      const count = assertionResults.filter((test) => test.status === 'failed').length || 1
      const file = relative(root, name)
      addFailure(file, `pnpm vitest run ${file}`, count)
    }
    if (!summary.success && failed === before) addFailure('tests', 'pnpm vitest run')
  } catch {
    console.error('Vitest ended without a report; see its error above.')
    addFailure('tests', 'pnpm vitest run')
  }
}
