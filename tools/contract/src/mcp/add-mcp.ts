/** `pnpm verify mcp journey`, `pnpm verify mcp arguments`, `pnpm verify mcp conformance` */
import type { Command } from 'commander'
import { numberOption, formatExamples, defineVerification } from '../assurance/verification.ts'

export function addMcp(program: Command): void {
  const mcp = program.command('mcp').description('hold the built MCP server against the sandbox, its own schemas and the protocol')
  for (const add of [journey, badArguments, conformance]) add(mcp)
}

const journey = defineVerification({
  name: 'journey',
  description: 'call every tool over each transport and protocol version, in one story',
  run: async () => (await import('./run-tool-workflow.ts')).runToolWorkflow(),
})

const badArguments = defineVerification({
  name: 'arguments',
  description: 'give every tool arguments that its schema forbids: each must be refused by name, and no request may be made',
  options: { cases: numberOption('how many for each tool', 50), seed: numberOption('what the cases follow from', 7) },
  help: formatExamples('mcp arguments --cases 500 --seed 3'),
  run: async (options) => (await import('./run-arguments.ts')).runArguments(options),
})

const conformance = defineVerification({
  name: 'conformance',
  description: "run what applies of the protocol's own conformance suite, over HTTP",
  run: async () => (await import('./run-conformance.ts')).runConformance(),
})
