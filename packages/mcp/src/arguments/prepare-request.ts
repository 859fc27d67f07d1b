/** Writes the one request to the control API that a call stands for. */
import type { PlatformRequest } from '../platform/platform.ts'
import type { ArgumentRow, ToolRow } from '../tables/tool-row.ts'
import { type JsonObject, parseJson } from '../values.ts'
import { writePathAndQuery } from './write-address.ts'

/** @param values arguments that `checkArguments` has let through */
export function prepareRequest(tool: ToolRow, values: JsonObject): PlatformRequest {
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(tool.arguments)) {
    const value = convert(values[name], row)
    if (value === undefined) continue
    const [place = '', ...steps] = row.to.split('.')
    if (place === 'path') path[steps.join('.')] = value
    else if (place === 'query') query[steps.join('.')] = value
    else set(body, steps, value)
  }
  return {
    method: tool.method,
    path: writePathAndQuery(tool.path, path, query),
    ...(tool.body && { body: JSON.stringify(body) }),
  }
}

function convert(value: unknown, { as }: ArgumentRow): unknown {
  if (value === undefined || as === undefined) return value
  const text = String(value)
  switch (as) {
    case 'integer':
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'json':
      return parseJson(text)
    case 'list':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
    default:
      throw new Error(`An argument cannot become ${JSON.stringify(as)}.`)
  }
}

/** `['mysql_settings', 'auth_plugin']` → an object in the object. */
function set(body: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner = (body[first] as Record<string, unknown> | undefined) ?? {}
  body[first] = inner
  set(inner, rest, value)
}
