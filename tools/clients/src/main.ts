#!/usr/bin/env node
/** `pnpm verify clients`: unmodified clients of other languages, against the sandbox. Those of npm are in the tests beside this. */
import { Command, Option } from 'commander'
import { checkClients } from './check-clients.ts'
import { findMissing, programs } from './programs.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'
import { installToolServer, toolServer } from './tool-server-program.ts'

const maxFindings = 20
const names = programs.map(({ name }) => name)

const program = new Command('clients')
  .description(
    'run real programs of the platform, as the system installs them, against the sandbox: they are told its base URL and a token, nothing else. What this machine lacks is skipped and named, with what installs it. Those of npm run with `pnpm test:unit --project clients`.',
  )
  .addOption(new Option('--only <names...>', 'these alone').choices(names).default(names, 'all'))
  .option('--seed <number>', "the sandbox's, from which every id follows", '7')
  .option('--install', 'fetch the tool server of the platform with npm first, 120 MB, into a folder that git ignores')
  .action(async ({ only, seed, install }: { readonly only: readonly string[]; readonly seed: string; readonly install?: true }) => {
    const chosen = programs.filter(({ name }) => only.includes(name))
    if (install && findMissing(toolServer) !== undefined) installToolServer()
    const { passed, total, skipped, findings } = await checkClients(chosen, () => startTestSandbox({ seed, checkReplies: false }))
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
