/** Converts a response of the platform to a tool result: validated structured content, and the same as text. */
import type { PlatformResponse } from '../platform/platform.ts'
import type { OutputSchema, ReplyRow, ToolRow } from '../tables/tool-row.ts'
import { isObject, type JsonObject, parseJson } from '../values.ts'
import { hideSecrets, mapTexts } from './hide-secrets.ts'
import { isPlainJson, sanitizeValue } from './sanitize.ts'
import { type ToolResult, formatError } from './tool-result.ts'

export interface CallInfo {
  readonly tool: ToolRow
  readonly values: JsonObject
  readonly outputSchema: OutputSchema
  /** Masks the tokens of the server in a text. */
  readonly hideTokens: (text: string) => string
}

export function formatResult(response: PlatformResponse, { tool, values, outputSchema, hideTokens }: CallInfo): ToolResult {
  if (!tool.reply) {
    const text =
      `Done: ${tool.name} (${response.status}). ${response.status === 202 ? 'The change has started and takes some time.' : ''}`.trim()
    return { content: [{ type: 'text', text }], structuredContent: {} }
  }
  const parsed = parseJson(response.body)
  const content = isObject(parsed) ? parsed : {}
  const safe = sanitizeReply(content, response.body, tool.reply, hideTokens)
  const structuredContent = tool.reply.list ? describeList(safe, tool.reply, values) : pickKeys(safe, tool.reply.keys)
  const violation = findSchemaViolation(structuredContent, outputSchema)
  if (violation !== undefined) {
    return formatError(
      `${tool.name}: the platform replied ${response.status}, but the response is not as documented: ${violation}. The change may have taken effect; read the current state before you call again.`,
    )
  }
  return { content: [{ type: 'text', text: formatText(structuredContent, tool.reply) }], structuredContent }
}

/** Masks secrets and escapes control characters. The tokens of the server are masked even where the caller needs the secrets of a resource. */
function sanitizeReply(
  content: JsonObject,
  body: string,
  { showsSecrets, secrets = [] }: ReplyRow,
  hideTokens: CallInfo['hideTokens'],
): JsonObject {
  const masked = mapTexts(showsSecrets ? content : hideSecrets(content, secrets), hideTokens)
  return (isPlainJson(body) ? masked : sanitizeValue(masked)) as JsonObject
}

function pickKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}

/** Adds the total, the page, the next page, and `cut` for an incomplete list. */
function describeList(reply: JsonObject, { list, keys }: ReplyRow, values: JsonObject): JsonObject {
  const items = reply[list?.root ?? '']
  const count = Array.isArray(items) ? items.length : 0
  const reportedTotal = isObject(reply['meta']) ? reply['meta']['total'] : undefined
  const total = typeof reportedTotal === 'number' ? reportedTotal : count
  const page = Number(values['page'] ?? 1)
  const before = (page - 1) * Number(values['per_page'] ?? defaultPageSize)
  const hasMore = count > 0 && before + count < total
  return { ...pickKeys(reply, keys), total, page, next: hasMore && list?.paged ? page + 1 : null, cut: hasMore }
}

/** Default page size of the platform. */
const defaultPageSize = 20

function formatText(content: JsonObject, { list }: ReplyRow): string {
  const json = JSON.stringify(content)
  if (!list) return json
  const items = content[list.root] as readonly unknown[]
  const { total, page, next, cut } = content
  const isAfterLast = items.length === 0 && Number(page) > 1 && Number(total) > 0
  const rest = isAfterLast
    ? 'This page is after the last one.'
    : next !== null
      ? `There are more: request page "${next}".`
      : cut
        ? 'There are more, which this tool cannot show.'
        : 'The list is complete.'
  return `${items.length} of ${total} ${list.root}, page ${page}. ${rest}\n${json}`
}

/** Returns the first property that is missing or has another type than documented. */
function findSchemaViolation(content: JsonObject, { properties = {}, required = [] }: OutputSchema): string | undefined {
  const missing = required.find((name) => content[name] === undefined)
  if (missing !== undefined) return `${missing} is missing`
  return Object.entries(properties).find(([name, { type }]) => {
    const value = content[name]
    return value !== undefined && type !== undefined && ![type].flat().some((each) => isOfType(value, each))
  })?.[0]
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  return type === 'object' ? isObject(value) : typeof value === type
}
