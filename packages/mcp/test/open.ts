/** A server in this process with the official client and a scripted platform. */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Platform, PlatformResponse, PlatformRequest, SendOptions } from '../src/platform/platform.ts'
import { createServerFactory } from '../src/server/create-server.ts'
import { type RunningHttp, serveHttp } from '../src/server/serve-http.ts'
import type { ServerSettings } from '../src/server/settings.ts'

export const cluster = '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30'
export const token = 'example-token-1'

export interface SentRequest extends PlatformRequest {
  readonly options: SendOptions | undefined
}

export type RespondTo = (request: PlatformRequest) => {
  readonly status: number
  readonly body?: unknown
  readonly headers?: PlatformResponse['headers']
}

export function createPlatform(respond: RespondTo) {
  const sent: SentRequest[] = []
  const platform: Platform = {
    baseUrl: 'https://platform.example',
    token,
    close: () => {},
    send: async (request, options) => {
      sent.push({ ...request, options })
      const { status, body, headers = {} } = respond(request)
      return { status, headers, body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body) }
    },
  }
  return { platform, sent }
}

export interface OpenOptions {
  readonly settings?: Partial<ServerSettings>
  readonly respond?: RespondTo
  readonly revision?: '2026-07-28' | '2025-11-25'
  /** Reply of the user to confirmations. */
  readonly agrees?: (message: string) => { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Record<string, boolean> }
}

const emptyList: RespondTo = () => ({ status: 200, body: { databases: [], meta: { total: 0 } } })

export const readText = ({ content }: Pick<CallToolResult, 'content'>) =>
  content.map((each) => (each.type === 'text' ? each.text : '')).join('\n')

const running: RunningHttp[] = []
const clients: Client[] = []

export const plainSettings = {
  allowWrites: false,
  allowDestructive: false,
  dryRun: false,
  toolset: 'databases',
  forwardsTokens: false,
} as const

/** Calls a tool with the current protocol. @returns the response as text */
export async function postCall(
  url: string,
  capabilities: object,
  params: { readonly name: string; readonly arguments?: object },
): Promise<string> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: meta, ...params } }),
  })
  return response.text()
}

export async function openHttp({ settings = {}, respond = emptyList }: OpenOptions = {}) {
  const { platform, sent } = createPlatform(respond)
  const full: ServerSettings = {
    platform,
    ...plainSettings,
    now: () => Date.parse('2026-03-02T09:30:00Z'),
    ...settings,
  }
  const reports: string[] = []
  const server = await serveHttp(await createServerFactory(full), {
    port: 0,
    forwardsTokens: full.forwardsTokens,
    report: (problem) => reports.push(problem),
  })
  running.push(server)
  return { url: server.url, sent, reports }
}

export async function open(options: OpenOptions = {}) {
  const http = await openHttp(options)
  const { revision = '2026-07-28', agrees } = options
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } },
      ...(agrees && { capabilities: { elicitation: { form: {} } } }),
    },
  )
  if (agrees) client.setRequestHandler('elicitation/create', ({ params }) => agrees(params.message))
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)))
  clients.push(client)
  const call = (name: string, values: Record<string, unknown> = {}) => client.callTool({ name, arguments: values })
  return { ...http, client, call, names: async () => (await client.listTools()).tools.map(({ name }) => name) }
}

/** For `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const client of clients.splice(0)) await client.close()
  for (const server of running.splice(0)) await server.close()
}
