#!/usr/bin/env node
/** `pnpm verify <what>`: every proof that the repository has of itself, run by its name. */
import { Command } from 'commander'
import { addWorstCase } from './assurance/worst-case/add-worst-case.ts'
import { addCrash } from './assurance/crash/add-crash.ts'
import { addFuzz } from './assurance/fuzz/add-fuzz.ts'
import { addMalformedHttp } from './assurance/malformed-http/add-malformed-http.ts'
import { addLimits } from './assurance/limits/add-limits.ts'
import { addOAuth } from './assurance/oauth/add-oauth.ts'
import { booleanOption, defineVerification } from './assurance/verification.ts'
import { addRaces } from './assurance/races/add-races.ts'
import { addExternalCommands } from './assurance/report/add-external-commands.ts'
import { addAssurance } from './assurance/report/add-assurance.ts'
import { addReplicas } from './assurance/replicas/add-replicas.ts'
import { addScopes } from './assurance/scopes/add-scopes.ts'
import { addSoak } from './assurance/soak.ts'
import { addLinearizability } from './assurance/linearizability/add-linearizability.ts'
import { addConformance } from './conformance/add-conformance.ts'
import { addWorkflows } from './workflows/add-workflows.ts'
import { addMcp } from './mcp/add-mcp.ts'
import { listReasons, measureCoverage, printCoverage } from './coverage/measure-coverage.ts'
import { loadSpecification } from './load-specification.ts'
import { addRecorded } from './recorded/add-recorded.ts'
import { addReference } from './reference/add-reference.ts'
import { addRules } from './rules/add-rules.ts'
import { addSamples } from './samples/add-samples.ts'
import { addSearch } from './search/add-search.ts'

const program = new Command('verify').description(
  'Runs one verification of the repository, and ends with one line of figures. The tests of the verifications run with `pnpm test:unit --project contract`.',
)

const addCoverage = defineVerification({
  name: 'coverage',
  description:
    'count, for each family, the operations with a known effect, with examples and with descriptions, and the described properties',
  options: {
    json: booleanOption('print one JSON line for each family'),
    reasons: booleanOption('print first why each operation without a stored object has none'),
  },
  run: async ({ json, reasons }) => {
    const specification = loadSpecification()
    if (reasons) for (const line of listReasons(specification)) console.log(line)
    printCoverage(measureCoverage(specification), json)
  },
})

const commands = [
  addConformance,
  addCoverage,
  addWorstCase,
  addCrash,
  addFuzz,
  addMalformedHttp,
  addLimits,
  addOAuth,
  addWorkflows,
  addLinearizability,
  addMcp,
  addRecorded,
  addExternalCommands,
  addRaces,
  addAssurance,
  addReference,
  addReplicas,
  addRules,
  addSamples,
  addScopes,
  addSearch,
  addSoak,
]
for (const add of commands) add(program)

// What a proof has started ends with it, also when it is interrupted.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

try {
  await program.parseAsync()
} catch (error) {
  console.error(`contract: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
