/** Runs the tool workflow over each transport with both protocol versions. */
import type { VerificationResult } from '../assurance/print-result.ts'
import { runToolSequence } from './tool-workflow.ts'
import { startMcpServer, revisions, type WrapClient, transports } from './start-mcp-server.ts'

const allConnections = transports.flatMap((transport) => revisions.map((revision) => ({ transport, revision })))

export interface ToolWorkflowOptions {
  readonly connections?: typeof allConnections
  readonly wrap?: WrapClient
}

export async function runToolWorkflow({ connections = allConnections, wrap }: ToolWorkflowOptions = {}): Promise<VerificationResult> {
  const findings: string[] = []
  let [passed, total, bytes] = [0, 0, 0]
  const lists = new Set<string>()
  for (const { transport, revision } of connections) {
    await using open = await startMcpServer({ transport, revision, flags: ['--allow-all'], ...(wrap && { wrap }) })
    const first = JSON.stringify((await open.client.listTools()).tools)
    const second = JSON.stringify((await open.client.listTools()).tools)
    if (first !== second) findings.push(`tools/list over ${transport}, ${revision}: two lists differ`)
    lists.add(JSON.stringify(sortKeys(JSON.parse(first))))
    bytes = Buffer.byteLength(first)
    const sequence = await runToolSequence(open)
    passed += sequence.passed
    total += sequence.total
    findings.push(...sequence.findings.map((finding) => `${transport}, ${revision}: ${finding}`))
    const listed = (JSON.parse(first) as readonly { readonly name: string }[]).map(({ name }) => name)
    for (const name of listed) if (!sequence.usedTools.has(name)) findings.push(`${transport}, ${revision}: ${name} was never called`)
  }
  if (lists.size !== 1) findings.push(`tools/list: ${lists.size} different lists over the transports and versions`)
  return { check: 'mcp-workflow', passed, total, findings, figures: { transports, revisions, list_bytes: bytes } }
}

/** The order of properties depends on the protocol version. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sortKeys(each)]),
  )
}
