#!/usr/bin/env node
/** `pnpm rules` and `pnpm coverage`: what the contract's sentences and the specification's operations still lack. */
import { Command } from 'commander'
import { addCost } from './assurance/cost/add-cost.ts'
import { addCrash } from './assurance/crash/add-crash.ts'
import { addFuzz } from './assurance/fuzz/add-fuzz.ts'
import { addHostile } from './assurance/hostile/add-hostile.ts'
import { addLimits } from './assurance/limits/add-limits.ts'
import { addMutants } from './assurance/mutants/add-mutants.ts'
import { addOAuth } from './assurance/oauth/add-oauth.ts'
import { addPower } from './assurance/power/add-power.ts'
import { addRaces } from './assurance/races/add-races.ts'
import { addRecord } from './assurance/record/add-record.ts'
import { addScopes } from './assurance/scopes/add-scopes.ts'
import { addJourneys } from './journeys/add-journeys.ts'
import { addLifecycles } from './lifecycles/add-lifecycles.ts'
import { addMcp } from './mcp/add-mcp.ts'
import { listReasons, measureCoverage, printCoverage } from './coverage/measure-coverage.ts'
import { loadSpecification, repoFolder } from './load-specification.ts'
import { addObserved } from './observed/add-observed.ts'
import { checkRules } from './rules/check-rules.ts'
import { findProofs } from './rules/find-proofs.ts'
import { loadRules } from './rules/load-rules.ts'
import { addStable } from './stable/add-stable.ts'
import { addStories } from './stories/add-stories.ts'
import { addWalk } from './walk/add-walk.ts'

const program = new Command('contract').description(
  'Says how much of the contract is shown by tests. The tests run with `pnpm test:unit --project contract`.',
)

program
  .command('rules')
  .description('check spec/rules.yaml against the specification and the tests: every rule names operations that exist, and a test shows it')
  .option('--list-uncovered', 'print every rule that no test shows yet')
  .option('--list-pending', 'print every pattern that waits for a family to be written')
  .action((options: { listUncovered?: boolean; listPending?: boolean }) => {
    const rules = loadRules(`${repoFolder}spec/rules.yaml`)
    const { findings, covered, uncovered, pending } = checkRules(rules, loadSpecification().entries, findProofs(repoFolder))
    for (const finding of findings) console.error(finding)
    if (options.listUncovered) for (const { id, statement } of uncovered) console.log(`${id}: ${statement}`)
    if (options.listPending) for (const pattern of pending) console.log(pattern)
    console.log(
      JSON.stringify({ check: 'rules', passed: covered.length, total: rules.length, faults: findings.length, pending: pending.length }),
    )
    if (uncovered.length > 0)
      console.error(`No test shows ${uncovered.map(({ id }) => id).join(', ')}. Begin a test's title with [the id].`)
    process.exitCode = findings.length === 0 && uncovered.length === 0 ? 0 : 1
  })

program
  .command('coverage')
  .description(
    'count, for each family, the operations with a known effect, with examples and with descriptions, and the described properties',
  )
  .option('--json', 'print one JSON line for each family')
  .option('--reasons', 'print first why each operation without a stored object has none')
  .action(({ json = false, reasons = false }: { json?: boolean; reasons?: boolean }) => {
    const specification = loadSpecification()
    if (reasons) for (const line of listReasons(specification)) console.log(line)
    printCoverage(measureCoverage(specification), json)
  })

addCost(program)
addCrash(program)
addFuzz(program)
addHostile(program)
addLimits(program)
addOAuth(program)
addJourneys(program)
addLifecycles(program)
addMcp(program)
addMutants(program)
addObserved(program)
addPower(program)
addRaces(program)
addRecord(program)
addScopes(program)
addStable(program)
addStories(program)
addWalk(program)

try {
  await program.parseAsync()
} catch (error) {
  console.error(`contract: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
