/**
 * Asks the person at the client before something is changed or deleted, where the client can ask. The answer counts for
 * exactly the call that it was asked for: a seal over tool and arguments goes along and must come back.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { sanitizeLine } from '../results/sanitize.ts'
import { type ToolResult, formatError } from '../results/tool-result.ts'
import type { JsonObject } from '../values.ts'

/** One for the life of the process: over HTTP every request has a server object of its own. Made when first needed. */
export type Seals = () => RequestStateCodec<string>

export function createSeals(): Seals {
  let codec: RequestStateCodec<string> | undefined
  return () => (codec ??= createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: 600 }))
}

export interface Question {
  readonly tool: string
  /** What will happen, in one line. */
  readonly says: string
  readonly values: JsonObject
}

/** @returns undefined when the call may be made, else what to answer instead */
export async function confirm(
  { tool, says, values }: Question,
  server: Server,
  context: ServerContext,
  seals: Seals,
): Promise<ToolResult | ReturnType<typeof inputRequired> | undefined> {
  if (!canAsk(server, context)) return undefined
  const seal = await digest(JSON.stringify([tool, values]))
  const answer = inputResponse(context.mcpReq.inputResponses, 'confirm')
  if (answer.kind === 'missing' || context.mcpReq.requestState<string>() !== seal) {
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          message: says,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Do it', description: sanitizeLine(tool) } },
            required: ['confirm'],
          },
        }),
      },
      requestState: await seals().mint(seal),
    })
  }
  if (answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.['confirm'] === true) return undefined
  return formatError(
    `${tool} was not called: the person at the client did not agree. Nothing was changed. Do not call it again unless asked to.`,
  )
}

async function digest(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}

function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  // The envelope's type leaves out the keys that the protocol reserves.
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const { elicitation } = (declared ?? {}) as { readonly elicitation?: { readonly form?: object; readonly url?: object } }
  // Without a mode it is a form: clients before there were modes.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
