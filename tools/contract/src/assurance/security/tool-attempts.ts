/** Results of the MCP server for responses with canaries, and for a platform that echoes the token of the server. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { buildRequest } from '../../build-request.ts'
import { loadSpecification } from '../../load-specification.ts'
import { builtProgram } from '../../mcp/start-mcp-server.ts'
import { createSchemaResolver } from '../fuzz/resolve-schema.ts'
import { listPlaces, setAt } from '../worst-case/schema-places.ts'
import { type Attempt, group } from './attempt.ts'

const token = 'example-token-of-the-tool-server'
const canary = 'canary-of-tools'

/** Starts the built server, connected to a platform that sends scripted responses. */
export async function startToolServer() {
  let [status, body] = [200, '']
  const platform = await startHttpServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const client = new Client({ name: 'contract', version: '1.0.0' })
  const args = [builtProgram(), '--base-url', platform.url, '--toolset', 'all', '--allow-create']
  const env = { PATH: process.env['PATH'] ?? '', SPINDRIFT_TOKEN: token }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  return {
    call: async (name: string, values: Readonly<Record<string, unknown>>, nextStatus: number, nextBody: unknown) => {
      ;[status, body] = [nextStatus, JSON.stringify(nextBody)]
      return JSON.stringify(await client.callTool({ name, arguments: values }))
    },
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await platform.close()
    },
  }
}

export type ToolServer = Awaited<ReturnType<typeof startToolServer>>

export function listToolAttempts({ call }: ToolServer): Attempt[] {
  const reads = loadSpecification().entries.filter(({ api, operation }) => api.name === 'control' && operation.method === 'get')
  const callOperation = ({ operation }: (typeof reads)[number], status: number, body: unknown) => {
    const { path, query } = buildRequest(operation)
    return call('call_operation', { operation: operation.id, ...(path && { path }), ...(query && { query }) }, status, body)
  }
  const canaries = reads.flatMap((entry) => {
    const { api, operation } = entry
    // Reading one resource shows its secrets: the caller needs them.
    if (operation.effect?.kind === 'gets') return []
    const media = operation.replies.find(({ status }) => status === '200')?.content[0]
    if (!media) return []
    return listPlaces(media.schema, createSchemaResolver(api), operation.id).flatMap(({ schema, steps }) => {
      const isUrl = /^(?:url|uri)$/.test(String(steps.at(-1)?.name))
      if (schema.format !== 'password' && !isUrl) return []
      const secret = schema.format === 'password' ? canary : `https://ann:${canary}@host.example`
      return [
        {
          name: `${operation.id} ${steps.map(({ name }) => name).join('.')}`,
          run: async () => {
            const result = await callOperation(entry, 200, setAt(media.examples[0]?.value ?? {}, steps, secret))
            return [...find(result, canary), ...(result.includes('was not called') ? [result.slice(0, 200)] : [])]
          },
        },
      ]
    })
  })
  const echoes = reads
    .filter((_entry, index) => index % 6 === 0)
    .flatMap((entry) =>
      [200, 403, 422].map((status) => ({
        name: `the token in a response ${status} of ${entry.operation.id}`,
        run: async () => {
          const echo = { id: token, message: `not ${token}`, name: token, uri: `https://host?token=${encodeURIComponent(token)}` }
          return find(await callOperation(entry, status, { ...echo, items: [echo] }), token)
        },
      })),
    )
  return group('tool result', [...canaries, ...echoes])
}

function find(result: string, secret: string): string[] {
  const at = result.indexOf(secret)
  return at < 0 ? [] : [`the result shows ${result.slice(Math.max(0, at - 60), at + 20)}`]
}
