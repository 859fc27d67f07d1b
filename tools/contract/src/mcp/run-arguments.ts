/** Checks that tools reject invalid arguments without a request, and accept valid ones. */
import { createRandom } from '../assurance/create-random.ts'
import { createSchemaResolver } from '../assurance/fuzz/resolve-schema.ts'
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import { loadSpecification } from '../load-specification.ts'
import { generateInvalidArguments, generateValidArguments } from './generate-bad-arguments.ts'
import { countRequests, startMcpServer, type WrapClient } from './start-mcp-server.ts'

export interface ArgumentOptions {
  readonly cases: number
  readonly seed: number
  readonly wrap?: WrapClient
}

/** The platform may refuse valid arguments, because no cluster has the id. These messages are faults. */
const faultMessages = / was not called|, but not as documented| failed: 5\d\d /

export async function runArguments({ cases, seed, wrap }: ArgumentOptions): Promise<VerificationResult> {
  const findings: string[] = []
  const random = createRandom(seed)
  const kinds = new Map<string, number>()
  let total = 0
  const tools = loadSpecification().entries.flatMap(({ api, operation }) =>
    operation.tool ? [{ api, operation, tool: operation.tool }] : [],
  )
  await using open = await startMcpServer({
    transport: 'stdio',
    revision: '2026-07-28',
    flags: ['--allow-all'],
    ...(wrap && { wrap }),
  })
  for (const { api, operation, tool } of tools) {
    for (const { values, expectedNames, reason } of generateInvalidArguments(operation, tool, createSchemaResolver(api), random, cases)) {
      total++
      kinds.set(reason, (kinds.get(reason) ?? 0) + 1)
      const result = await open.client.callTool({ name: tool.name, arguments: values })
      const text = result.content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
      const lines = text.split('\n').filter((line) => line.startsWith('- '))
      const isNamed = expectedNames.every((name) => lines.some((line) => line.startsWith(`- ${name}: `)))
      if (!result.isError || !isNamed)
        findings.push(formatFinding(tool.name, values, `${reason}: an error that names ${expectedNames.join(' and ')}`, text))
    }
  }
  const requestCount = await countRequests(open)
  if (requestCount !== 0) findings.push(`${total} refused calls: expected no request, got ${requestCount}`)
  // A valid call must increase the counter.
  await open.client.callTool({ name: 'db-cluster-list', arguments: {} })
  const counted = (await countRequests(open)) - requestCount
  if (counted !== 1) findings.push(`db-cluster-list: expected one request, got ${counted}`)
  for (const { api, operation, tool } of tools) {
    for (const values of generateValidArguments(operation, tool, createSchemaResolver(api), random, cases)) {
      total++
      kinds.set('valid', (kinds.get('valid') ?? 0) + 1)
      const { content } = await open.client.callTool({ name: tool.name, arguments: values })
      const text = content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
      if (faultMessages.test(text)) findings.push(formatFinding(tool.name, values, 'a documented result', text))
    }
  }
  const failed = Math.min(findings.length, total)
  return {
    check: 'mcp-arguments',
    passed: total - failed,
    total,
    findings,
    figures: { tools: tools.length, seed, kinds: Object.fromEntries(kinds) },
  }
}
