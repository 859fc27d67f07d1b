/** `pnpm prove mcp journey`, `pnpm prove mcp arguments`, `pnpm prove mcp conformance` */
import type { Command } from 'commander'
import { printCheck } from '../assurance/print-check.ts'
import { readCount } from '../assurance/read-count.ts'

export function addMcp(program: Command): void {
  const mcp = program.command('mcp').description('hold the built MCP server against the sandbox, its own schemas and the protocol')
  mcp
    .command('journey')
    .description('call every tool over each transport and protocol version, in one story')
    .action(async () => {
      const { runJourneys } = await import('./run-journeys.ts')
      printCheck(await runJourneys())
    })
  mcp
    .command('arguments')
    .description('give every tool arguments that its schema forbids: each must be refused by name, and no request may be made')
    .option('--cases <number>', 'how many for each tool', readCount, 50)
    .option('--seed <number>', 'what the cases follow from', readCount, 7)
    .addHelpText('after', '\nExample:\n  $ pnpm prove mcp arguments --cases 500 --seed 3\n')
    .action(async (options: { cases: number; seed: number }) => {
      const { runArguments } = await import('./run-arguments.ts')
      printCheck(await runArguments(options))
    })
  mcp
    .command('conformance')
    .description("run what applies of the protocol's own conformance suite, over HTTP")
    .action(async () => {
      const { runConformance } = await import('./run-conformance.ts')
      printCheck(await runConformance())
    })
}
