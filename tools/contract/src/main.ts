#!/usr/bin/env node
/** Command line of `pnpm verify`: runs one verification of the repository. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Command } from 'commander'
import { addAssurance } from './assurance/report/add-assurance.ts'
import { repoFolder } from './load-specification.ts'
import { defineVerification } from './verification.ts'

const program = new Command('verify').description(
  'Runs one verification of the repository and prints one line of figures. `pnpm test:unit --project contract` tests the verifications.',
)

const seed = ['seed of the ids and of random choices', 7] as const
const only = (subject: string) => [`only ${subject} with this text in their names`, ''] as const
const replicas = ['number of sandboxes behind a load balancer, with one Postgres; 0 for a single sandbox', 0] as const

/** Options of the conformance checks. */
const conformance = { seed, list: ['print every result', false] } as const
const createConformanceOptions = (options: { readonly seed: number; readonly list: boolean }, names: readonly string[] | undefined) => ({
  seed: options.seed,
  names,
  ...(options.list && { onResult: (line: string) => console.error(line) }),
})

/** A command that another workspace package implements. */
const defineExternal =
  (name: string, file: string, description: string) =>
  (parent: Command): void => {
    const command = parent.command(name).description(description).helpOption(false).allowUnknownOption()
    command.argument('[options...]', 'options of the program; see its --help').action(async (options: readonly string[]) => {
      const child = spawn(process.execPath, [file, ...options], { cwd: repoFolder, stdio: 'inherit' })
      const [code] = (await once(child, 'close')) as [number | null]
      process.exitCode = code ?? 1
    })
  }

const groups: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  'API behavior:': [
    defineVerification({
      name: 'examples',
      description: 'Call every operation with the examples of the specification and check every reply.',
      operands: 'families',
      options: { ...conformance, proxy: ['also validate every request and reply with Prism', false] },
      example: 'examples volumes --seed 3 --list',
      run: async ({ proxy, ...options }, names) =>
        (await import('./conformance/examples.ts')).runExamples({ ...createConformanceOptions(options, names), proxy }),
    }),
    defineVerification({
      name: 'round-trip',
      description: 'Create, read and update every resource: each property is returned as sent, and nothing is added.',
      operands: 'schemas',
      options: conformance,
      example: 'round-trip Volume Firewall --list',
      run: async (options, names) => (await import('./conformance/round-trip.ts')).runRoundTrip(createConformanceOptions(options, names)),
    }),
    defineVerification({
      name: 'state-machines',
      description: 'Create, change and delete every stateful resource: the states occur in order, and waits end.',
      operands: 'schemas',
      options: conformance,
      example: 'state-machines Droplet --list',
      run: async (options, names) =>
        (await import('./conformance/state-machines.ts')).runStateMachines(createConformanceOptions(options, names)),
    }),
    defineVerification({
      name: 'zero-values',
      description: 'Send every optional property of every request body with its zero value, alone and all together.',
      operands: 'families',
      options: conformance,
      example: 'zero-values load-balancers --list',
      run: async (options, names) => (await import('./conformance/zero-values.ts')).runZeroValues(createConformanceOptions(options, names)),
    }),
    defineVerification({
      name: 'recorded',
      description: 'Compare the replies of the sandbox with those recorded in spec/observed.tsv.',
      operands: 'families',
      options: { listExcepted: ['print every row without a test, with the reason', false] },
      example: 'recorded firewalls volumes-03',
      run: async ({ listExcepted }, names) => (await import('./recorded/run-recorded.ts')).runRecorded(names, listExcepted),
    }),
    defineExternal('operations', 'packages/sandbox/src/command/print-coverage.ts', 'List the handler of each operation of the sandbox.'),
    defineVerification({
      name: 'oauth',
      description: 'Run the checklist of the authorization server and count the lines that pass.',
      options: { replicas, list: ['print every line of the checklist', false] },
      run: async (options) => (await import('./assurance/oauth/run-oauth.ts')).runOAuth(options),
    }),
    defineVerification({
      name: 'scopes',
      description: 'Call every operation with exactly its scopes and without each of them.',
      operands: 'operations',
      options: { seed },
      example: 'scopes sizes_list snapshots_delete',
      run: async (options, operations) => (await import('./assurance/scopes/run-scopes.ts')).runScopes({ ...options, operations }),
    }),
    defineVerification({
      name: 'limits',
      description: 'Compare the rate limits with a simple model over random histories of requests.',
      options: {
        histories: ['number of histories', 10_000],
        requests: ['number of requests that test the limits per minute and per hour', 20_000],
        seed,
      },
      run: async (options) => (await import('./assurance/limits/run-limits.ts')).runLimits(options),
    }),
    defineVerification({
      name: 'rules',
      description: 'Check that every rule of spec/rules.yaml names real operations and has passing tests.',
      options: {
        static: ['check only that a test names every rule, without running it', false],
        report: ['file of `vitest run --reporter=json` with the results', ''],
      },
      run: async (options) => (await import('./rules/run-rules.ts')).runRules(options),
    }),
    defineVerification({
      name: 'workflows',
      description: 'Run the Arazzo workflows of spec/workflows with Redocly Respect, each on a new sandbox.',
      operands: 'workflows',
      options: { seed },
      example: 'workflows droplet-life paging',
      run: async (options, names) =>
        (await import('./workflows/run-workflows.ts')).runWorkflows({ ...options, names, onEnd: (line) => console.log(line) }),
    }),
  ],
  'Robustness:': [
    defineVerification({
      name: 'fuzz',
      description: 'Send generated valid, invalid and hostile requests to every operation and check every response.',
      operands: 'operations',
      options: {
        cases: ['approximate number of requests', 20_000],
        seed,
        listUnanswered: ['print each operation that accepted no valid request, with its last error', false],
      },
      example: 'fuzz volumes_create --cases 500 --seed 3',
      run: async ({ listUnanswered, ...options }, operations) => {
        const result = await (await import('./assurance/fuzz/run-fuzz.ts')).runFuzz({ ...options, operations })
        if (listUnanswered) for (const line of result.unanswered) console.log(line)
        return result
      },
    }),
    defineVerification({
      name: 'malformed-http',
      description: 'Send malformed, oversized and slow HTTP over raw sockets: other clients notice nothing.',
      options: { seed, only: only('cases') },
      example: 'malformed-http --only Content-Length',
      run: async (options) =>
        (await import('./assurance/malformed-http/run-malformed-http.ts')).runMalformedHttp({ ...options, floodMs: 4000 }),
    }),
    defineExternal(
      'injection',
      'generators/cli/hostile/main.ts',
      'Put hostile texts into every part of a specification and run every generator.',
    ),
    defineVerification({
      name: 'security',
      description: 'Attack sandbox, client and MCP server as other sites and machines do, and look for secrets in every output.',
      options: { only: only('attempts') },
      example: 'security --only rebinding',
      run: async (options) => (await import('./assurance/security/run-security.ts')).runSecurity(options),
    }),
    defineVerification({
      name: 'worst-case',
      description: 'Measure how long the worst requests and the largest lists block other requests.',
      operands: 'families',
      options: {
        seed,
        rows: ['objects of each kind in the large lists; 0 skips them', 1_000],
        every: ['test only every nth body', 1],
        verbose: ['print progress and findings as they occur', false],
      },
      example: 'worst-case droplets volumes billing',
      run: async ({ verbose, ...options }, families) => {
        const { runWorstCase } = await import('./assurance/worst-case/run-worst-case.ts')
        const onProgress = verbose ? (line: string) => console.error(line) : undefined
        // The largest accepted body has 1 MB.
        return runWorstCase({ ...options, families, onProgress, sizes: [64_000, 256_000, 1_000_000] })
      },
    }),
    defineVerification({
      name: 'races',
      description: 'Let 64 concurrent callers compete for one resource: exactly the allowed number wins.',
      options: { rounds: ['rounds of each race', 1000], seed, only: only('races'), replicas },
      example: 'races --rounds 50 --only "volume attach"',
      run: async (options) => (await import('./assurance/races/run-races.ts')).runRaces(options),
    }),
    defineVerification({
      name: 'crash',
      description: 'Kill the sandbox while it writes, damage its state file and fill its disk: no write is lost.',
      options: { rounds: ['number of kills', 200], writes: ['minimum number of acknowledged writes', 100_000], seed },
      example: 'crash --rounds 10 --writes 5000',
      run: async (options) => (await import('./assurance/crash/run-crash.ts')).runCrash(options),
    }),
    defineVerification({
      name: 'soak',
      description: 'Run the built sandbox under mixed load: no request fails, and memory and descriptors do not grow.',
      options: { seconds: ['duration of the load', 600] },
      run: async ({ seconds }) => (await import('./assurance/soak.ts')).runSoak(seconds),
    }),
  ],
  'Replicas:': [
    defineVerification({
      name: 'linearizability',
      description: 'Check that histories of concurrent clients over several replicas are linearizable.',
      options: { histories: ['number of histories', 120], seed, replicas },
      example: 'linearizability --histories 1000 --replicas 3',
      run: async (options) => (await import('./assurance/linearizability/run-linearizability.ts')).runOnReplicas(options),
    }),
    defineVerification({
      name: 'replicas',
      description: 'Inject faults into replicas and their Postgres under load: no write is lost, repeated or stale.',
      options: {
        rounds: ['rounds of each fault', 3],
        seed,
        pauseSeconds: ['duration of a pause', 30],
        only: only('faults'),
        replicas: ['number of sandboxes', 3],
      },
      example: 'replicas --rounds 1 --pause-seconds 5',
      run: async (options) => (await import('./assurance/replicas/run-replicas.ts')).runReplicas(options),
    }),
  ],
  'Packages:': [
    defineVerification({
      name: 'mock',
      description: 'Call every operation of the mock through the client, with each documented reply and with errors.',
      run: async () => (await import('./mock/run-mock.ts')).runMock(),
    }),
    addMcp,
    defineExternal('clients', 'tools/clients/src/main.ts', 'Run unmodified clients in Go, Python, Ansible and Packer against the sandbox.'),
    defineExternal('recipes', 'tools/recipes/src/main.ts', 'Run every recipe of the client with other libraries and runtimes.'),
    defineExternal('openapi', 'tools/openapi/src/main.ts', 'Load the OpenAPI documents into other generators and importers.'),
    defineExternal('release', 'tools/release/src/main.ts', 'Publish every package to a local registry, install it and use it.'),
    defineExternal(
      'dependencies',
      'tools/release/src/check-dependencies.ts',
      'Ask the registry for known vulnerabilities, and check the plans for unmaintained dependencies.',
    ),
    defineExternal('surface', 'tools/release/src/surface/main.ts', 'Compare the public API of every package with the reviewed one.'),
    defineExternal('image', 'tools/release/src/verify-image.ts', 'Build the Docker image of the sandbox and run it without root.'),
    defineExternal('newcomer', 'tools/release/src/newcomer.ts', 'Follow the quick starts of the sandbox in an empty folder.'),
  ],
  'Documentation:': [
    defineVerification({
      name: 'samples',
      description: 'Run every sample of the reference on a new sandbox: it compiles and gets the documented reply.',
      options: { lang: ['only this language: bash, go, python or typescript', ''], only: only('operations') },
      example: 'samples --only volumes',
      run: async ({ lang, only: text }) =>
        (await import('./samples/run-samples.ts')).runSamples({ lang, only: ({ operation }) => operation.id.includes(text) }),
    }),
    defineVerification({
      name: 'search',
      description: 'Search the reference for every question in questions.tsv: the right page is the first result.',
      run: async () => (await import('./search/measure-search.ts')).measureSearch(),
    }),
  ],
  'All verifications:': [addAssurance],
}

function addMcp(parent: Command): void {
  const mcp = parent.command('mcp').description('Test the built MCP server with the sandbox, its own schemas and the protocol.')
  const adds = [
    defineVerification({
      name: 'workflow',
      description: 'Call every tool over each transport and protocol version.',
      run: async () => (await import('./mcp/run-tool-workflow.ts')).runToolWorkflow(),
    }),
    defineVerification({
      name: 'arguments',
      description: 'Call every tool with invalid arguments: each is rejected by name, without a request.',
      options: { cases: ['cases for each tool', 50], seed },
      run: async (options) => (await import('./mcp/run-arguments.ts')).runArguments(options),
    }),
  ]
  for (const add of adds) add(mcp)
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
