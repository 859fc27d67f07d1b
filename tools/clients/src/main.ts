#!/usr/bin/env node
/** `pnpm verify clients`: runs unmodified clients in other languages against the sandbox. The tests in this folder cover the npm clients. */
import { Command, Option } from 'commander'
import { checkClients } from './check-clients.ts'
import { writeFamilies } from './families.ts'
import { findMissing, programs } from './programs.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'
import { installToolServer, toolServer } from './tool-server-program.ts'

interface Flags {
  readonly only: readonly string[]
  readonly seed: string
  readonly install?: true
  readonly write?: true
}

const maxFindings = 20
const names = programs.map(({ name }) => name)

const program = new Command('clients')
  .description(
    "Runs unmodified clients of the operating system's packages against the sandbox, with its base URL and a token. Skips clients that are not installed, and prints the command that installs them. For the npm clients run `pnpm test:unit --project clients`.",
  )
  .addOption(new Option('--only <names...>', 'run only these').choices(names).default(names, 'all'))
  .option('--seed <number>', 'seed of the sandbox, which determines all ids', '7')
  .option('--install', 'first install the official tool server with npm (120 MB) in a folder that git ignores')
  .option('--write', 'also write which families each client called, those of npm included, to packages/reference/coverage/clients.json')
  .action(async ({ only, seed, install, write }: Flags) => {
    const selected = programs.filter(({ name }) => only.includes(name))
    if (install && findMissing(toolServer) !== undefined) installToolServer()
    const { passed, total, skipped, findings, families } = await checkClients(selected, () =>
      startTestSandbox({ seed, checkReplies: false }),
    )
    if (write) writeFamilies(families)
    for (const finding of findings.slice(0, maxFindings)) console.error(finding)
    console.log(JSON.stringify({ check: 'clients', passed, total, skipped, seed }))
    process.exitCode = findings.length === 0 ? 0 : 1
  })

try {
  await program.parseAsync()
} catch (error) {
  console.error(`clients: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
