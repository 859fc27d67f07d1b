/** Small runs of the workflow and of invalid arguments, with correct and faulty servers. `pnpm verify mcp workflow` runs all combinations. */
import { describe, expect, it } from 'vitest'
import type { ToolClient, WrapClient } from './start-mcp-server.ts'
import { runArguments } from './run-arguments.ts'
import { runToolWorkflow } from './run-tool-workflow.ts'

type Call = ToolClient['callTool']
type CallResult = Awaited<ReturnType<Call>>

/** Changes the arguments or results of a tool. */
const replaceTool =
  (tool: string, change: (call: Call, params: Parameters<Call>[0]) => Promise<CallResult>): WrapClient =>
  (client) => ({
    listTools: () => client.listTools(),
    callTool: (params) => (params.name === tool ? change((each) => client.callTool(each), params) : client.callTool(params)),
  })

/** A server with all faults. */
const combine =
  (breaks: readonly { readonly wrap: WrapClient }[]): WrapClient =>
  (client, sandbox) =>
    breaks.reduce((inner, { wrap }) => wrap(inner, sandbox), client)

describe('the tool workflow', () => {
  const stdio = { transport: 'stdio', revision: '2026-07-28' } as const

  it('calls all tools over both transports', async () => {
    const { passed, total, findings } = await runToolWorkflow({ connections: [stdio, { transport: 'http', revision: '2025-11-25' }] })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(150)
  })

  const breaks: readonly { readonly input: string; readonly wrap: WrapClient; readonly expected: RegExp }[] = [
    {
      input: 'drops per_page',
      wrap: replaceTool('db-cluster-list', (call, { name, arguments: { per_page: _left, ...rest } = {} }) =>
        call({ name, arguments: rest }),
      ),
      expected: /db-cluster-list given .*: expected .*"next":3/,
    },
    {
      input: 'cuts a list without saying so',
      wrap: replaceTool('db-cluster-list', async (call, params) => {
        const response = await call(params)
        return { ...response, structuredContent: { ...(response.structuredContent as object), cut: false, next: null } }
      }),
      expected: /expected .*"cut":true/,
    },
    {
      input: 'reports a resize without doing it',
      wrap: replaceTool('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }], structuredContent: {} })),
      expected: /db-cluster-get given .*: expected .*db-s-4vcpu-8gb/,
    },
    {
      input: 'reports an error as a success',
      wrap: replaceTool('db-cluster-get', async (call, params) => ({ ...(await call(params)), isError: false })),
      expected: /db-cluster-get given .*: expected an error 404/,
    },
    {
      input: 'lists the tools in another order each time',
      wrap: (client) => {
        let times = 0
        const listTools = async () => {
          const { tools, ...rest } = await client.listTools()
          return { ...rest, tools: times++ % 2 === 0 ? tools : tools.toReversed() }
        }
        return { callTool: (params) => client.callTool(params), listTools }
      },
      expected: /two lists differ/,
    },
  ]
  it('reports every fault of a server', async () => {
    const { findings } = await runToolWorkflow({ connections: [stdio], wrap: combine(breaks) })
    for (const { input, expected } of breaks) expect(findings.join('\n'), input).toMatch(expected)
  })
})

describe('invalid arguments', () => {
  const small = { cases: 3, seed: 11 }

  it('are rejected by name without a request, and valid ones are accepted', async () => {
    const { passed, total, findings } = await runArguments({ cases: 5, seed: 7 })
    expect({ findings, passed, total }).toEqual({ findings: [], passed: 380, total: 380 })
  })

  const breaks: readonly { readonly input: string; readonly wrap: WrapClient; readonly expected: RegExp }[] = [
    {
      input: 'ignores invalid arguments',
      wrap: replaceTool('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }] })),
      expected: /^db-cluster-resize given .* got Done\./m,
    },
    {
      input: 'refuses without a name',
      wrap: replaceTool('db-cluster-create', async (call, params) => ({
        ...(await call(params)),
        content: [{ type: 'text', text: 'Bad request.' }],
      })),
      expected: /^db-cluster-create given .* an error that names .*, got Bad request\./m,
    },
    {
      input: 'rejects valid arguments',
      wrap: replaceTool('db-cluster-get-ca', async () => ({
        content: [{ type: 'text', text: 'db-cluster-get-ca was not called' }],
        isError: true,
      })),
      expected: /^db-cluster-get-ca given .*: expected a documented result/m,
    },
    {
      input: 'sends a request first',
      wrap: (client, sandbox) => ({
        listTools: () => client.listTools(),
        callTool: async (params) => {
          await fetch(`${sandbox.url}/v2/databases`)
          return client.callTool(params)
        },
      }),
      expected: /114 refused calls: expected no request, got 114/,
    },
  ]
  it('report every fault of a server', async () => {
    const { findings } = await runArguments({ ...small, wrap: combine(breaks) })
    for (const { input, expected } of breaks) expect(findings.join('\n'), input).toMatch(expected)
  })
})
