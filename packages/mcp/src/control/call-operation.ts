/** Calls any operation of the control API, with the same checks as the database tools. */
import { AddressError, formatPathAndQuery } from '../arguments/write-address.ts'
import { collectSecrets, createHider, hidden, hideSecrets } from '../results/hide-secrets.ts'
import { sanitizeText, sanitizeValue } from '../results/sanitize.ts'
import { formatError } from '../results/tool-result.ts'
import { formatFailure, formatUnanswered } from '../results/format-failure.ts'
import { findMissingFlag } from '../server/allow-tools.ts'
import { type CallOutcome, refuse } from '../server/call-tool.ts'
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
  if (flag)
    return formatError(
      `${row.id} is not allowed: it is ${row.kind}, and the server was started without ${flag}. Nothing was sent. Ask the user to restart the server with the flag.`,
    )
  const { details } = await loadDetails(row)
  const faults = checkCall(details, values)
  if (faults.length > 0) return refuse(name, faults)
  const path = findPath(row, values)
  if (typeof path !== 'string') return path
  const { body } = values
  const request = { method: row.method, path, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const secrets = details.secrets ?? []
  const url = `${settings.platform.baseUrl}${path}`
  if (row.kind !== 'read-only' && settings.dryRun) {
    const shown = {
      method: row.method,
      url,
      headers: { authorization: `Bearer ${hidden}` },
      ...(body !== undefined && { body: sanitizeValue(hideSecrets(body, secrets)) }),
    }
    return {
      content: [{ type: 'text', text: `Dry run, nothing was sent. ${row.id} would send:\n${JSON.stringify(shown, undefined, 2)}` }],
      structuredContent: { status: 0, dry_run: true, request: shown },
    }
  }
  if (row.kind === 'destructive') {
    const instead = await context.confirm(formatQuestion(row.id, request, secrets))
    if (instead) return instead
  }
  const { platform, now } = settings
  const hide = createHider([platform.token, context.send.token, ...collectSecrets(body, secrets)])
  const attempt = { name: row.id, scopes: details.scopes ?? [], idempotent: row.method !== 'POST' && row.method !== 'PATCH', hide, now }
  try {
    const answer = await platform.send(request, context.send)
    if (answer.status < 200 || answer.status >= 300) return formatFailure(answer, attempt)
    const parsed = parseJson(answer.body)
    const shown = parsed === undefined ? { text: sanitizeText(answer.body, 100_000) } : isObject(parsed) ? parsed : { value: parsed }
    const safe = sanitizeValue(details.shows ? shown : hideSecrets(shown, secrets)) as JsonObject
    const structuredContent = { status: answer.status, ...(answer.body !== '' && { answer: safe }) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    return formatUnanswered(error, attempt)
  }
}

function findPath(row: CatalogRow, values: JsonObject): CallOutcome | string {
  const { path, query } = values
  try {
    return formatPathAndQuery(row.path, isObject(path) ? path : {}, isObject(query) ? query : {})
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    return refuse(name, [`path.${error.parameter}: ${error.problem}`])
  }
}
