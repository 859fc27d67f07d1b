/** Creates the MCP server with its tools and resources. The transports are `serve-stdio.ts` and `serve-http.ts`. */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import { suggest } from '../arguments/describe-fault.ts'
import { listedTools } from '../generated/listing.ts'
import { toolRows } from '../generated/tools.ts'
import type { ListedTool, ToolKind } from '../tables/tool-row.ts'
import { isObject, type JsonObject } from '../values.ts'
import { version } from '../version.ts'
import { formatError } from '../results/tool-result.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import { explainMissingFlag, findMissingFlag, selectTools } from './allow-tools.ts'
import { type CallOutcome, callTool, dryRunSchema } from './call-tool.ts'
import { confirm, createConfirmationSigner } from './confirm.ts'
import { listResources, getResource } from './resources.ts'
import type { CallReport, ServerSettings, Toolset } from './settings.ts'
import { formatInstructions } from './format-instructions.ts'

const titles: Readonly<Record<Toolset, string>> = {
  databases: 'Spindrift database tools',
  control: 'Spindrift control API',
  all: 'Spindrift database tools and control API',
}

/** A tool with its definition and handler. */
export interface OfferedTool {
  readonly name: string
  readonly kind: ToolKind
  readonly definition: ListedTool
  readonly call: (values: JsonObject, context: CallContext) => Promise<CallOutcome>
}

export interface CallContext {
  readonly send: { readonly signal: AbortSignal; readonly token?: string }
  readonly confirm: (message: string) => ReturnType<typeof confirm>
}

/** Creates one server for each connection, or for each request over HTTP. */
export type CreateMcpServer = (caller?: { readonly token?: string }) => Server

/** @throws Error if the settings name unknown tools or tools that are not allowed */
export async function createServerFactory(settings: ServerSettings): Promise<CreateMcpServer> {
  const { control } = settings.toolset === 'databases' ? { control: [] } : await loadControlTools(settings)
  const databases = settings.toolset === 'control' ? [] : createDatabaseTools(settings)
  const all = [...databases, ...control]
  const offeredTools = selectTools(all, settings)
  const tools = offeredTools.map(({ definition }) => definition)
  const byName = new Map(all.map((tool) => [tool.name, tool]))
  const isOffered = new Set(offeredTools.map(({ name }) => name))
  const signer = createConfirmationSigner()
  const instructions = formatInstructions(settings)

  const runTool = async (tool: OfferedTool, values: JsonObject, context: CallContext): Promise<CallOutcome> => {
    const startTime = settings.now()
    const outcome = isOffered.has(tool.name) ? await tool.call(values, context) : formatNotAllowed(tool, settings)
    settings.onCall?.({ tool: tool.name, outcome: getOutcome(outcome), ms: settings.now() - startTime })
    return outcome
  }
  return (caller) => {
    const server = new Server(
      { name: 'spindrift', title: titles[settings.toolset], version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions,
        // Confirmations are validated in `confirm.ts`; clients send no other structured input.
        jsonSchemaValidator: { getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }) },
        requestState: { verify: (state, context) => signer().verify(state, context) },
      },
    )
    const getTool = (name: string): OfferedTool => {
      const tool = byName.get(name)
      if (tool) return tool
      const problem = `There is no tool ${JSON.stringify(sanitizeLine(name, 100))}.${suggest(name, [...isOffered])}`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem)
    }
    server.setRequestHandler('tools/list', () => ({ tools: tools as never }))
    server.setRequestHandler('resources/list', () => listResources(offeredTools))
    server.setRequestHandler('resources/read', ({ params }) => getResource(params.uri, offeredTools) as never)
    server.setRequestHandler('tools/call', async ({ params }, context): Promise<never> => {
      const tool = getTool(params.name)
      const values = isObject(params.arguments) ? params.arguments : {}
      return (await runTool(tool, values, createContext(tool, values, server, context))) as never
    })
    const createContext = (tool: OfferedTool, values: JsonObject, own: Server, context: ServerContext): CallContext => ({
      send: { signal: context.mcpReq.signal, ...(caller?.token !== undefined && { token: caller.token }) },
      confirm: (message) => confirm({ tool: tool.name, message, values }, own, context, signer),
    })
    return server
  }
}

async function loadControlTools(settings: ServerSettings) {
  const { createControlTools } = await import('../control/create-control-tools.ts')
  return { control: createControlTools(settings) }
}

function createDatabaseTools({ platform, dryRun, now }: ServerSettings): OfferedTool[] {
  return toolRows.map((row, index) => {
    const definition = listedTools[index]
    if (definition?.name !== row.name) throw new Error(`The generated tables do not agree about ${row.name}. Run: pnpm generate`)
    const outputSchema = dryRun && row.kind !== 'read-only' ? dryRunSchema : definition.outputSchema
    return {
      name: row.name,
      kind: row.kind,
      definition: outputSchema === definition.outputSchema ? definition : { ...definition, outputSchema },
      call: (values, { send, confirm: requestConfirmation }) =>
        callTool(row, values, { platform, dryRun, outputSchema, now, send, confirm: requestConfirmation }),
    }
  })
}

function formatNotAllowed(tool: OfferedTool, settings: ServerSettings) {
  const flag = findMissingFlag(tool.kind, settings)
  return formatError(
    flag
      ? explainMissingFlag(tool, flag)
      : `${tool.name} is not in --tools of this server. Nothing was sent. Ask the user to restart it with this tool in --tools.`,
  )
}

function getOutcome(outcome: CallOutcome): CallReport['outcome'] {
  if (!('content' in outcome)) return 'asked'
  if (outcome.isError !== true) return 'answered'
  const { _meta: outcomeMeta } = outcome
  const meta = outcomeMeta?.['spindrift/error']
  return isObject(meta) && meta['status'] !== null ? 'failed' : 'refused'
}
