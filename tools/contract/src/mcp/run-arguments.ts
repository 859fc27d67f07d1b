/** Bad arguments to every tool: refused by name, with nothing sent. Good ones: not refused before they are sent. */
import { createRandom } from '../assurance/create-random.ts'
import { createOpenSchema } from '../assurance/fuzz/resolve-schema.ts'
import { describeFinding, type Outcome } from '../assurance/print-result.ts'
import { loadSpecification } from '../load-specification.ts'
import { generateBadArguments, generateGoodArguments } from './generate-bad-arguments.ts'
import { countRequests, openServer, type Through } from './start-mcp-server.ts'

export interface ArgumentOptions {
  readonly cases: number
  readonly seed: number
  readonly through?: Through
}

/** The platform may refuse sound arguments: no cluster has the id. These are faults. */
const wrong = / was not called|, but not as documented| failed: 5\d\d /

export async function runArguments({ cases, seed, through }: ArgumentOptions): Promise<Outcome> {
  const findings: string[] = []
  const random = createRandom(seed)
  const kinds = new Map<string, number>()
  let total = 0
  const tools = loadSpecification().entries.flatMap(({ api, operation }) =>
    operation.tool ? [{ api, operation, tool: operation.tool }] : [],
  )
  await using open = await openServer({
    transport: 'stdio',
    revision: '2026-07-28',
    flags: ['--allow-destructive'],
    ...(through && { through }),
  })
  for (const { api, operation, tool } of tools) {
    for (const { values, names, why } of generateBadArguments(operation, tool, createOpenSchema(api), random, cases)) {
      total++
      kinds.set(why, (kinds.get(why) ?? 0) + 1)
      const result = await open.client.callTool({ name: tool.name, arguments: values })
      const text = result.content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
      const lines = text.split('\n').filter((line) => line.startsWith('- '))
      const isNamed = names.every((name) => lines.some((line) => line.startsWith(`- ${name}: `)))
      if (!result.isError || !isNamed)
        findings.push(describeFinding(tool.name, values, `${why}: refused, naming ${names.join(' and ')}`, text))
    }
  }
  const made = await countRequests(open)
  if (made !== 0) findings.push(`${total} refused calls: expected no request, got ${made}`)
  // The counter counts: one call that is sound is one request.
  await open.client.callTool({ name: 'db-cluster-list', arguments: {} })
  const counted = (await countRequests(open)) - made
  if (counted !== 1) findings.push(`db-cluster-list: expected one request, got ${counted}`)
  for (const { api, operation, tool } of tools) {
    for (const values of generateGoodArguments(operation, tool, createOpenSchema(api), random, cases)) {
      total++
      kinds.set('sound', (kinds.get('sound') ?? 0) + 1)
      const { content } = await open.client.callTool({ name: tool.name, arguments: values })
      const text = content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')
      if (wrong.test(text)) findings.push(describeFinding(tool.name, values, 'let through, and answered as documented', text))
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
