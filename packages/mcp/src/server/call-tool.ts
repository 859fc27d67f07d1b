/** Call of a database tool: validate, confirm, send, format the result. */
import type { inputRequired } from '@modelcontextprotocol/server'
import { checkArguments } from '../arguments/check-arguments.ts'
import { prepareRequest } from '../arguments/prepare-request.ts'
import { PathParameterError } from '../arguments/format-path-and-query.ts'
import type { Platform, PlatformRequest, SendOptions } from '../platform/platform.ts'
import { collectSecrets, createMask, hidden, hideSecrets } from '../results/hide-secrets.ts'
import { sanitizeValue } from '../results/sanitize.ts'
import { type ToolResult, formatError } from '../results/tool-result.ts'
import { formatFailure, formatNoResponse } from '../results/format-failure.ts'
import { formatResult } from '../results/format-result.ts'
import type { OutputSchema, ToolRow } from '../tables/tool-row.ts'
import { type JsonObject, parseJson } from '../values.ts'
import { formatQuestion } from './format-question.ts'

export interface CallSettings {
  readonly platform: Platform
  readonly dryRun: boolean
  readonly outputSchema: OutputSchema
  readonly now: () => number
  readonly send: SendOptions
  /** @returns the result to return instead of calling; undefined if the call is confirmed */
  readonly confirm: (message: string) => Promise<ToolResult | ReturnType<typeof inputRequired> | undefined>
}

export type CallOutcome = ToolResult | ReturnType<typeof inputRequired>

export async function callTool(tool: ToolRow, values: JsonObject, settings: CallSettings): Promise<CallOutcome> {
  const faults = await checkArguments(tool, values)
  if (faults.length > 0) return formatArgumentErrors(tool.name, faults)
  const request = prepare(tool, values)
  if ('isError' in request) return request
  const isChange = tool.kind !== 'read-only'
  if (isChange && settings.dryRun) return showRequest(tool, request, settings.platform.baseUrl)
  if (tool.kind === 'destructive') {
    const instead = await settings.confirm(formatQuestion(tool.name, request, tool.secrets ?? []))
    if (instead) return instead
  }
  const tokens = [settings.platform.token, settings.send.token]
  const hide = createMask([...tokens, ...collectSecrets(values, tool.secrets ?? [])])
  const attempt = { name: tool.name, scopes: tool.scopes, idempotent: tool.idempotent, hide, now: settings.now }
  try {
    const response = await settings.platform.send(request, settings.send)
    if (response.status < 200 || response.status >= 300) return formatFailure(response, attempt)
    return formatResult(response, { tool, values, outputSchema: settings.outputSchema, hideTokens: createMask(tokens) })
  } catch (error) {
    return formatNoResponse(error, attempt)
  }
}

/** Maximum errors in one result. */
const maxErrors = 20

export function formatArgumentErrors(name: string, faults: readonly string[]): ToolResult {
  const more = faults.length > maxErrors ? `\n… and ${faults.length - maxErrors} more` : ''
  const list = faults.slice(0, maxErrors).map((fault) => `- ${fault}`)
  return formatError(`${name} was not called: its arguments are invalid:\n${list.join('\n')}${more}`, {
    status: null,
    id: 'bad_arguments',
    faults: faults.slice(0, maxErrors),
  })
}

function prepare(tool: ToolRow, values: JsonObject): PlatformRequest | (ToolResult & { readonly isError: true }) {
  try {
    return prepareRequest(tool, values)
  } catch (error) {
    if (!(error instanceof PathParameterError)) throw error
    const [name = error.parameter] = Object.entries(tool.arguments).find(([, { to }]) => to === `path.${error.parameter}`) ?? []
    return { ...formatArgumentErrors(tool.name, [`${name}: ${error.problem}`]), isError: true }
  }
}

/** Output of tools that change something in a dry run. */
export const dryRunSchema: OutputSchema = {
  type: 'object',
  properties: { dry_run: { type: 'boolean' }, request: { type: 'object' } },
  required: ['dry_run', 'request'],
}

function showRequest(tool: ToolRow, { method, path, body }: PlatformRequest, baseUrl: string): ToolResult {
  const details = body === undefined ? {} : { body: sanitizeValue(hideSecrets(parseJson(body), tool.secrets ?? [])) }
  const request = { method, url: `${baseUrl}${path}`, headers: { authorization: `Bearer ${hidden}` }, ...details }
  const structuredContent = { dry_run: true, request }
  const text = `Dry run, nothing was sent. ${tool.name} would send:\n${JSON.stringify(request, undefined, 2)}`
  return { content: [{ type: 'text', text }], structuredContent }
}
