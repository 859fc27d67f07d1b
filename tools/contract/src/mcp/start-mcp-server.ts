/** Starts the built MCP server as a process with a sandbox and the official client. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type RunningSandbox, startSandbox } from '@spindrift/sandbox'

export const transports = ['stdio', 'http'] as const
export type TransportName = (typeof transports)[number]
/** Current and previous version of the protocol. */
export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

export interface McpServerOptions {
  readonly transport: TransportName
  readonly revision: Revision
  readonly flags?: readonly string[]
  /** Wraps the client, for tests with faulty results. */
  readonly wrap?: WrapClient
}

export type ToolClient = Pick<Client, 'callTool' | 'listTools'>
export type WrapClient = (client: ToolClient, sandbox: RunningSandbox) => ToolClient

export interface McpTestServer extends AsyncDisposable {
  readonly client: ToolClient
  readonly sandbox: RunningSandbox
}

export const builtProgram = () => fileURLToPath(new URL('dist/main.js', import.meta.resolve('@spindrift/mcp/package.json')))

export async function startMcpServer({
  transport,
  revision,
  flags = [],
  wrap = (client) => client,
}: McpServerOptions): Promise<McpTestServer> {
  const sandbox = await startSandbox({ port: 0, seed: 7, rateLimits: 'off', checkReplies: false })
  const args = [builtProgram(), '--base-url', sandbox.url, ...flags]
  const env = { PATH: process.env['PATH'] ?? '', SPINDRIFT_TOKEN: sandbox.credentials().tokens.full }
  const client = new Client(
    { name: 'contract', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } } },
  )
  const place = transport === 'stdio' ? undefined : await startHttp(args, env)
  await client.connect(
    place ? new StreamableHTTPClientTransport(new URL(place.url)) : new StdioClientTransport({ command: process.execPath, args, env }),
  )
  return {
    client: wrap(client, sandbox),
    sandbox,
    [Symbol.asyncDispose]: async () => {
      await client.close()
      place?.end()
      await sandbox.close()
    },
  }
}

/** @returns the address that the server prints */
async function startHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly end: () => void }> {
  const child = spawn(process.execPath, [...args, '--http', '--port', '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => void child.kill()
  process.once('exit', end)
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /serving (http:\S+)/.exec(line) ?? []
    if (url !== undefined) {
      child.stderr.resume()
      return { url, end }
    }
  }
  throw new Error(`The server ended with ${child.exitCode} before it served.`)
}

/** Sends a request to the control API of the sandbox. */
export async function sendControl({ sandbox }: Pick<McpTestServer, 'sandbox'>, control: 'clock' | 'faults', body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${sandbox.url}/_sandbox/${control}`, { method: 'POST', body: JSON.stringify(body), headers })
  if (!response.ok) throw new Error(`/_sandbox/${control} returned ${response.status}: ${await response.text()}`)
}

/** Returns the number of requests that the sandbox received. */
export async function countRequests({ sandbox }: Pick<McpTestServer, 'sandbox'>): Promise<number> {
  const response = await fetch(`${sandbox.url}/_sandbox/requests?limit=1`)
  const [latest] = ((await response.json()) as { readonly requests: readonly { readonly number: number }[] }).requests
  return latest?.number ?? 0
}
