#!/usr/bin/env node
/** Command line of `pnpm verify`: runs one verification of the repository. */
import { Command } from 'commander'
import { addWorstCase } from './assurance/worst-case/add-worst-case.ts'
import { addCrash } from './assurance/crash/add-crash.ts'
import { addFuzz } from './assurance/fuzz/add-fuzz.ts'
import { addMalformedHttp } from './assurance/malformed-http/add-malformed-http.ts'
import { addLimits } from './assurance/limits/add-limits.ts'
import { addOAuth } from './assurance/oauth/add-oauth.ts'
import { booleanOption, defineVerification } from './assurance/verification.ts'
import { addRaces } from './assurance/races/add-races.ts'
import { defineExternalCommand } from './assurance/define-external-command.ts'
import { addAssurance } from './assurance/report/add-assurance.ts'
import { addReplicas } from './assurance/replicas/add-replicas.ts'
import { addScopes } from './assurance/scopes/add-scopes.ts'
import { addSecurity } from './assurance/security/add-security.ts'
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
  'Runs one verification of the repository and prints one line of figures. `pnpm test:unit --project contract` tests the verifications.',
)

const addCoverage = defineVerification({
  name: 'coverage',
  description: 'Count examples, descriptions and known effects of each family.',
  options: {
    json: booleanOption('print one JSON line for each family'),
    reasons: booleanOption('first print why each operation without a stored object has none'),
  },
  run: async ({ json, reasons }) => {
    const specification = loadSpecification()
    if (reasons) for (const line of listReasons(specification)) console.log(line)
    printCoverage(measureCoverage(specification), json)
  },
})

const groups: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  'API behavior:': [
    addConformance,
    addRecorded,
    defineExternalCommand(
      'operations',
      'packages/sandbox/src/command/print-coverage.ts',
      'List the handler of each operation of the sandbox.',
    ),
    addOAuth,
    addScopes,
    addLimits,
    addRules,
    addWorkflows,
  ],
  'Robustness:': [
    addFuzz,
    addMalformedHttp,
    defineExternalCommand(
      'injection',
      'generators/cli/hostile/main.ts',
      'Put hostile texts into every part of a specification and run every generator.',
    ),
    addSecurity,
    addWorstCase,
    addRaces,
    addCrash,
    addSoak,
  ],
  'Replicas:': [addLinearizability, addReplicas],
  'Packages:': [
    addMcp,
    defineExternalCommand(
      'clients',
      'tools/clients/src/main.ts',
      'Run unmodified clients in Go, Python, Ansible and Packer against the sandbox.',
    ),
    defineExternalCommand('recipes', 'tools/recipes/src/main.ts', 'Run every recipe of the client with other libraries and runtimes.'),
    defineExternalCommand('openapi', 'tools/openapi/src/main.ts', 'Load the OpenAPI documents into other generators and importers.'),
    defineExternalCommand('release', 'tools/release/src/main.ts', 'Publish every package to a local registry, install it and use it.'),
    defineExternalCommand(
      'dependencies',
      'tools/release/src/check-dependencies.ts',
      'Ask the registry for known vulnerabilities, and check the plans for unmaintained dependencies.',
    ),
    defineExternalCommand('surface', 'tools/release/src/surface/main.ts', 'Compare the public API of every package with the reviewed one.'),
    defineExternalCommand('image', 'tools/release/src/verify-image.ts', 'Build the Docker image of the sandbox and run it without root.'),
    defineExternalCommand('newcomer', 'tools/release/src/newcomer.ts', 'Follow the quick starts of the sandbox in an empty folder.'),
  ],
  'Documentation:': [addCoverage, addReference, addSamples, addSearch],
  'All verifications:': [addAssurance],
}
for (const [heading, adds] of Object.entries(groups)) {
  program.commandsGroup(heading)
  for (const add of adds) add(program)
}
program.helpCommand(false)

// Child processes end with this process, also when it is interrupted.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

try {
  await program.parseAsync()
} catch (error) {
  console.error(`verify: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
