/** Builds the control API request of a call. */
import { buildCallParts } from '../generated/tool-calls.ts'
import type { PlatformRequest } from '../platform/platform.ts'
import type { ToolRow } from '../tables/tool-row.ts'
import { type JsonObject, parseJson } from '../values.ts'
import { formatPathAndQuery } from './format-path-and-query.ts'

/** @param values arguments that `checkArguments` accepted */
export function prepareRequest(tool: ToolRow, values: JsonObject): PlatformRequest {
  const { path, query, body } = buildCallParts(tool, values, parseJson)
  return {
    method: tool.method,
    path: formatPathAndQuery(tool.path, path, query),
    ...(tool.body && { body: JSON.stringify(body) }),
  }
}
