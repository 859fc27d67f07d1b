/** The three checks of the built server, small, and that each finds out a server that is wrong. */
import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { ToolClient, WrapClient } from './start-mcp-server.ts'
import { runArguments } from './run-arguments.ts'
import { runConformance } from './run-conformance.ts'
import { runToolWorkflow } from './run-tool-workflow.ts'

type Call = ToolClient['callTool']
type Answer = Awaited<ReturnType<Call>>

/** Changes the arguments or the answers of a tool. */
const wrong =
  (tool: string, change: (call: Call, params: Parameters<Call>[0]) => Promise<Answer>): WrapClient =>
  (client) => ({
    listTools: () => client.listTools(),
    callTool: (params) => (params.name === tool ? change((each) => client.callTool(each), params) : client.callTool(params)),
  })

/** One server with every fault. */
const combine =
  (breaks: readonly { readonly wrap: WrapClient }[]): WrapClient =>
  (client, sandbox) =>
    breaks.reduce((inner, { wrap }) => wrap(inner, sandbox), client)

describe('the journey', () => {
  const transports = ['stdio'] as const

  it('goes through all tools over both transports', async () => {
    const { passed, total, findings } = await runToolWorkflow()
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(200)
  })

  const breaks: readonly { readonly given: string; readonly wrap: WrapClient; readonly want: RegExp }[] = [
    {
      given: 'drops per_page',
      wrap: wrong('db-cluster-list', (call, { name, arguments: { per_page: _left, ...rest } = {} }) => call({ name, arguments: rest })),
      want: /db-cluster-list given .*: expected .*"next":3/,
    },
    {
      given: 'cuts a list without saying so',
      wrap: wrong('db-cluster-list', async (call, params) => {
        const response = await call(params)
        return { ...response, structuredContent: { ...(response.structuredContent as object), cut: false, next: null } }
      }),
      want: /expected .*"cut":true/,
    },
    {
      given: 'says that a resize is done and does nothing',
      wrap: wrong('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }], structuredContent: {} })),
      want: /db-cluster-get given .*: expected .*db-s-4vcpu-8gb/,
    },
    {
      given: 'takes a refusal for an answer',
      wrap: wrong('db-cluster-get', async (call, params) => ({ ...(await call(params)), isError: false })),
      want: /db-cluster-get given .*: expected refused with 404/,
    },
    {
      given: 'lists the tools in another order each time',
      wrap: (client) => {
        let times = 0
        const listTools = async () => {
          const { tools, ...rest } = await client.listTools()
          return { ...rest, tools: times++ % 2 === 0 ? tools : tools.toReversed() }
        }
        return { callTool: (params) => client.callTool(params), listTools }
      },
      want: /two lists differ/,
    },
  ]
  it('finds every fault of a server', async () => {
    const { findings } = await runToolWorkflow({ transports, wrap: combine(breaks) })
    for (const { given, want } of breaks) expect(findings.join('\n'), given).toMatch(want)
  })
})

describe('bad arguments', () => {
  const small = { cases: 3, seed: 11 }

  it('are refused by name, and nothing is asked for; good ones are let through', async () => {
    const { passed, total, findings } = await runArguments({ cases: 10, seed: 7 })
    expect({ findings, passed, total }).toEqual({ findings: [], passed: 760, total: 760 })
  })

  const breaks: readonly { readonly given: string; readonly wrap: WrapClient; readonly want: RegExp }[] = [
    {
      given: 'does something all the same',
      wrap: wrong('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }] })),
      want: /^db-cluster-resize given .* got Done\./m,
    },
    {
      given: 'refuses without a name',
      wrap: wrong('db-cluster-create', async (call, params) => ({
        ...(await call(params)),
        content: [{ type: 'text', text: 'Bad request.' }],
      })),
      want: /^db-cluster-create given .* refused, naming .*, got Bad request\./m,
    },
    {
      given: 'refuses what is sound',
      wrap: wrong('db-cluster-get-ca', async () => ({
        content: [{ type: 'text', text: 'db-cluster-get-ca was not called' }],
        isError: true,
      })),
      want: /^db-cluster-get-ca given .*: expected let through/m,
    },
    {
      given: 'asks the platform first',
      wrap: (client, sandbox) => ({
        listTools: () => client.listTools(),
        callTool: async (params) => {
          await fetch(`${sandbox.url}/v2/databases`)
          return client.callTool(params)
        },
      }),
      want: /114 refused calls: expected no request, got 114/,
    },
  ]
  it('find every fault of a server', async () => {
    const { findings } = await runArguments({ ...small, wrap: combine(breaks) })
    for (const { given, want } of breaks) expect(findings.join('\n'), given).toMatch(want)
  })
})

describe("the protocol's suite", () => {
  it('holds', async () => {
    const { passed, total, findings } = await runConformance()
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
  })

  it('finds out a server that any page may call', async () => {
    const through = async (url: string) => {
      const proxy = await startHttpServer((message, response) => {
        const { origin: _left, ...headers } = message.headers
        const asked = request(url, { method: message.method, headers: { ...headers, host: '127.0.0.1' } }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(response)
        })
        // The server ends with its streams open.
        asked.on('error', () => response.destroy())
        message.pipe(asked)
      })
      onTestFinished(proxy.close)
      return `${proxy.url}/mcp`
    }
    const { findings } = await runConformance({ wrap: through })
    expect(findings).toEqual([expect.stringMatching(/^dns-rebinding-protection: /)])
  })
})
