/** Commands `pnpm verify mcp workflow`, `mcp arguments` and `mcp conformance`. */
import type { Command } from 'commander'
import { numberOption, formatExamples, defineVerification } from '../assurance/verification.ts'

export function addMcp(program: Command): void {
  const mcp = program.command('mcp').description('Test the built MCP server with the sandbox, its own schemas and the protocol.')
  for (const add of [workflow, invalidArguments, conformance]) add(mcp)
}

const workflow = defineVerification({
  name: 'workflow',
  description: 'Call every tool over each transport and protocol version.',
  run: async () => (await import('./run-tool-workflow.ts')).runToolWorkflow(),
})

const invalidArguments = defineVerification({
  name: 'arguments',
  description: 'Call every tool with invalid arguments: each is rejected by name, without a request.',
  options: { cases: numberOption('cases for each tool', 50), seed: numberOption('seed of the cases', 7) },
  help: formatExamples('mcp arguments --cases 500 --seed 3'),
  run: async (options) => (await import('./run-arguments.ts')).runArguments(options),
})

const conformance = defineVerification({
  name: 'conformance',
  description: 'Run the applicable scenarios of the MCP conformance suite over HTTP.',
  run: async () => (await import('./run-conformance.ts')).runConformance(),
})
