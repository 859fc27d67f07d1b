/** The three checks of the built server, small, and that each finds out a server that is wrong. */
import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import type { Asked, Through } from './open-server.ts'
import { runArguments } from './run-arguments.ts'
import { runConformance } from './run-conformance.ts'
import { runWorkflows } from './run-workflows.ts'

type Call = Asked['callTool']
type Answer = Awaited<ReturnType<Call>>

/** Does something else with what a call of the tool (or of any) is given or answers. */
const wrong =
  (tool: string, change: (call: Call, params: Parameters<Call>[0]) => Promise<Answer>): Through =>
  (client) => ({
    listTools: () => client.listTools(),
    callTool: (params) =>
      tool === '*' || params.name === tool ? change((each) => client.callTool(each), params) : client.callTool(params),
  })

describe('the journey', () => {
  const over = ['stdio'] as const

  it('goes through all tools over both transports', async () => {
    const { passed, total, findings } = await runWorkflows()
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(200)
  })

  const breaks: readonly { readonly given: string; readonly through: Through; readonly want: RegExp }[] = [
    {
      given: 'drops per_page',
      through: wrong('db-cluster-list', (call, { name, arguments: { per_page: _left, ...rest } = {} }) => call({ name, arguments: rest })),
      want: /db-cluster-list given .*: expected .*"next":3/,
    },
    {
      given: 'cuts a list without saying so',
      through: wrong('db-cluster-list', async (call, params) => {
        const answer = await call(params)
        return { ...answer, structuredContent: { ...(answer.structuredContent as object), cut: false, next: null } }
      }),
      want: /expected .*"cut":true/,
    },
    {
      given: 'says that a resize is done and does nothing',
      through: wrong('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }], structuredContent: {} })),
      want: /db-cluster-get given .*: expected .*db-s-4vcpu-8gb/,
    },
    {
      given: 'takes a refusal for an answer',
      through: wrong('db-cluster-get', async (call, params) => ({ ...(await call(params)), isError: false })),
      want: /db-cluster-get given .*: expected refused with 404/,
    },
    {
      given: 'lists the tools in another order each time',
      through: (client) => {
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
  it.each(breaks)('finds out a server that $given', async ({ through, want }) => {
    const { findings } = await runWorkflows({ over, through })
    expect(findings.join('\n')).toMatch(want)
  })
})

describe('bad arguments', () => {
  const small = { cases: 3, seed: 11 }

  it('are refused by name, and nothing is asked for; good ones are let through', async () => {
    const { passed, total, findings } = await runArguments({ cases: 10, seed: 7 })
    expect({ findings, passed, total }).toEqual({ findings: [], passed: 760, total: 760 })
  })

  const breaks: readonly { readonly given: string; readonly through: Through; readonly want: RegExp }[] = [
    {
      given: 'does something all the same',
      through: wrong('db-cluster-resize', async () => ({ content: [{ type: 'text', text: 'Done.' }] })),
      want: /^db-cluster-resize given /,
    },
    {
      given: 'refuses without a name',
      through: wrong('*', async (call, params) => ({ ...(await call(params)), content: [{ type: 'text', text: 'Bad request.' }] })),
      want: /refused, naming /,
    },
    {
      given: 'refuses what is sound',
      through: wrong('db-cluster-get-ca', async () => ({
        content: [{ type: 'text', text: 'db-cluster-get-ca was not called' }],
        isError: true,
      })),
      want: /^db-cluster-get-ca given .*: expected let through/m,
    },
    {
      given: 'asks the platform first',
      through: (client, sandbox) => ({
        listTools: () => client.listTools(),
        callTool: async (params) => {
          await fetch(`${sandbox.url}/v2/databases`)
          return client.callTool(params)
        },
      }),
      want: /114 refused calls: expected no request, got 114/,
    },
  ]
  it.each(breaks)('find out a server that $given', async ({ through, want }) => {
    const { findings } = await runArguments({ ...small, through })
    expect(findings.join('\n')).toMatch(want)
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
    const { findings } = await runConformance({ through })
    expect(findings).toEqual([expect.stringMatching(/^dns-rebinding-protection: /)])
  })
})
