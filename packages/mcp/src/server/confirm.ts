/**
 * Asks the user for confirmation before something is changed or deleted, if the client supports it. A confirmation is valid only for the same call: a
 * signed hash of tool and arguments travels with the question.
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

/** Signer of confirmations. One per process, because each HTTP request has its own server object; created when first needed. */
export type ConfirmationSigner = () => RequestStateCodec<string>

export function createConfirmationSigner(): ConfirmationSigner {
  let codec: RequestStateCodec<string> | undefined
  return () => (codec ??= createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: 600 }))
}

export interface Confirmation {
  readonly tool: string
  /** Description of the request, in one line. */
  readonly message: string
  readonly values: JsonObject
}

/** @returns undefined if the call is confirmed, otherwise the result to return instead */
export async function confirm(
  { tool, message, values }: Confirmation,
  server: Server,
  context: ServerContext,
  signer: ConfirmationSigner,
): Promise<ToolResult | ReturnType<typeof inputRequired> | undefined> {
  if (!supportsElicitation(server, context)) return undefined
  const hash = await hashText(JSON.stringify([tool, values]))
  const response = inputResponse(context.mcpReq.inputResponses, 'confirm')
  if (response.kind === 'missing' || context.mcpReq.requestState<string>() !== hash) {
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          message,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Confirm', description: sanitizeLine(tool) } },
            required: ['confirm'],
          },
        }),
      },
      requestState: await signer().mint(hash),
    })
  }
  if (response.kind === 'elicit' && response.action === 'accept' && response.content?.['confirm'] === true) return undefined
  return formatError(
    `${tool} was not called: the user did not confirm it. Nothing was changed. Do not call it again unless the user asks for it.`,
  )
}

async function hashText(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
}

function supportsElicitation(server: Server, { mcpReq }: ServerContext): boolean {
  // The type of the envelope omits the reserved keys of the protocol.
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: { readonly form?: object; readonly url?: object } }
  // Older clients declare no mode and support forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
