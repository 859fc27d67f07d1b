/** Calls any operation of the control API, with the same checks as the database tools. */
import { PathParameterError, formatPathAndQuery } from '../arguments/format-path-and-query.ts'
import { collectSecrets, createMask, hidden, hideSecrets, mapTexts } from '../results/hide-secrets.ts'
import { sanitizeText, sanitizeValue } from '../results/sanitize.ts'
import { formatError } from '../results/tool-result.ts'
import { formatFailure, formatNoResponse } from '../results/format-failure.ts'
import { explainMissingFlag, findMissingFlag } from '../server/allow-tools.ts'
import { type CallOutcome, formatArgumentErrors } from '../server/call-tool.ts'
import type { CallContext } from '../server/create-server.ts'
import type { ServerSettings } from '../server/settings.ts'
import { formatQuestion } from '../server/format-question.ts'
import type { CatalogRow } from '../tables/catalog-row.ts'
import { isObject, type JsonObject, parseJson } from '../values.ts'
import { checkCall } from './check-call.ts'
import { loadDetails } from './describe-operation.ts'

const name = 'call_operation'

export async function callOperation(
  row: CatalogRow,
  values: JsonObject,
  settings: ServerSettings,
  context: CallContext,
): Promise<CallOutcome> {
  const flag = findMissingFlag(row.kind, settings)
  if (flag) return formatError(explainMissingFlag({ name: row.id, kind: row.kind }, flag))
  const { details } = await loadDetails(row)
  const faults = checkCall(details, values)
  if (faults.length > 0) return formatArgumentErrors(name, faults)
  const path = findPath(row, values)
  if (typeof path !== 'string') return path
  const { body } = values
  const request = { method: row.method, path, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const secrets = details.secrets ?? []
  const url = `${settings.platform.baseUrl}${path}`
  if (row.kind !== 'read-only' && settings.dryRun) {
    const preview = {
      method: row.method,
      url,
      headers: { authorization: `Bearer ${hidden}` },
      ...(body !== undefined && { body: sanitizeValue(hideSecrets(body, secrets)) }),
    }
    return {
      content: [{ type: 'text', text: `Dry run, nothing was sent. ${row.id} would send:\n${JSON.stringify(preview, undefined, 2)}` }],
      structuredContent: { status: 0, dry_run: true, request: preview },
    }
  }
  if (row.kind === 'destructive') {
    const instead = await context.confirm(formatQuestion(row.id, request, secrets))
    if (instead) return instead
  }
  const { platform, now } = settings
  const tokens = [platform.token, context.send.token]
  const hide = createMask([...tokens, ...collectSecrets(body, secrets)])
  const attempt = { name: row.id, scopes: details.scopes ?? [], idempotent: row.method !== 'POST' && row.method !== 'PATCH', hide, now }
  try {
    const response = await platform.send(request, context.send)
    if (response.status < 200 || response.status >= 300) return formatFailure(response, attempt)
    const parsed = parseJson(response.body)
    const content = parsed === undefined ? { text: sanitizeText(response.body, 100_000) } : isObject(parsed) ? parsed : { value: parsed }
    const safe = sanitizeValue(mapTexts(details.showsSecrets ? content : hideSecrets(content, secrets), createMask(tokens))) as JsonObject
    const structuredContent = { status: response.status, ...(response.body !== '' && { answer: safe }) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    return formatNoResponse(error, attempt)
  }
}

function findPath(row: CatalogRow, values: JsonObject): CallOutcome | string {
  const { path, query } = values
  try {
    return formatPathAndQuery(row.path, isObject(path) ? path : {}, isObject(query) ? query : {})
  } catch (error) {
    if (!(error instanceof PathParameterError)) throw error
    return formatArgumentErrors(name, [`path.${error.parameter}: ${error.problem}`])
  }
}
