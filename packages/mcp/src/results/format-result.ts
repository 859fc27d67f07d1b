/** Turns an answer of the platform into what a model reads: checked structure, and the same as text. */
import type { PlatformAnswer } from '../platform/platform.ts'
import type { OutputSchema, ReplyRow, ToolRow } from '../tables/tool-row.ts'
import { isObject, type JsonObject, parseJson } from '../values.ts'
import { hideSecrets } from './hide-secrets.ts'
import { isPlainJson, sanitizeValue } from './sanitize.ts'
import { type ToolResult, formatError } from './tool-result.ts'

export interface Answered {
  readonly tool: ToolRow
  readonly values: JsonObject
  readonly outputSchema: OutputSchema
}

export function formatResult(answer: PlatformAnswer, { tool, values, outputSchema }: Answered): ToolResult {
  if (!tool.reply) {
    const text = `Done: ${tool.name} (${answer.status}). ${answer.status === 202 ? 'The change has begun and takes some time.' : ''}`.trim()
    return { content: [{ type: 'text', text }], structuredContent: {} }
  }
  const parsed = parseJson(answer.body)
  const given = isObject(parsed) ? parsed : {}
  const safe = makeSafe(given, answer.body, tool.reply)
  const structuredContent = tool.reply.list ? describeList(safe, tool.reply, values) : pick(safe, tool.reply.keys)
  const broken = findBreach(structuredContent, outputSchema)
  if (broken !== undefined) {
    return formatError(
      `${tool.name}: the platform answered ${answer.status}, but not as documented: ${broken}. Whether something changed is not known; look before you try again.`,
    )
  }
  return { content: [{ type: 'text', text: formatText(structuredContent, tool.reply) }], structuredContent }
}

/** Most answers have nothing to hide and nothing to write out, which the text shows faster than a walk through the value. */
function makeSafe(given: JsonObject, body: string, { shows, secrets = [] }: ReplyRow): JsonObject {
  const isPlain = isPlainJson(body)
  const hides = !shows && !(isPlain && secrets.every((name) => !body.includes(`"${name}"`)))
  const shown = hides ? hideSecrets(given, secrets) : given
  return (isPlain ? shown : sanitizeValue(shown)) as JsonObject
}

function pick(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}

/** The list with how many there are in all, which page this is, which comes next, and whether there is more than this. */
function describeList(reply: JsonObject, { list, keys }: ReplyRow, values: JsonObject): JsonObject {
  const items = reply[list?.root ?? '']
  const count = Array.isArray(items) ? items.length : 0
  const stated = isObject(reply['meta']) ? reply['meta']['total'] : undefined
  const total = typeof stated === 'number' ? stated : count
  const page = Number(values['page'] ?? 1)
  const before = (page - 1) * Number(values['per_page'] ?? usualPageSize)
  const isMore = count > 0 && before + count < total
  return { ...pick(reply, keys), total, page, next: isMore && list?.paged ? page + 1 : null, cut: isMore }
}

/** What the platform takes when nothing is asked for. */
const usualPageSize = 20

function formatText(content: JsonObject, { list }: ReplyRow): string {
  const json = JSON.stringify(content)
  if (!list) return json
  const items = content[list.root] as readonly unknown[]
  const { total, page, next, cut } = content
  const isPast = items.length === 0 && Number(page) > 1 && Number(total) > 0
  const rest = isPast
    ? 'The last page comes before this one.'
    : next !== null
      ? `There is more: ask for page "${next}".`
      : cut
        ? 'There are more, which this tool does not show.'
        : 'That is all.'
  return `${items.length} of ${total} ${list.root}, page ${page}. ${rest}\n${json}`
}

/** The documented output is a handful of names and types: what is missing or of another type. */
function findBreach(content: JsonObject, { properties = {}, required = [] }: OutputSchema): string | undefined {
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
