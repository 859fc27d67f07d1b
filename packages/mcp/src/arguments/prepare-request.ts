/** Writes the one request to the control API that a call stands for. */
import { placeArguments } from '../generated/tool-calls.ts'
import type { PlatformRequest } from '../platform/platform.ts'
import type { ToolRow } from '../tables/tool-row.ts'
import { type JsonObject, parseJson } from '../values.ts'
import { formatPathAndQuery } from './write-address.ts'

/** @param values arguments that `checkArguments` has let through */
export function prepareRequest(tool: ToolRow, values: JsonObject): PlatformRequest {
  const { path, query, body } = placeArguments(tool, values, parseJson)
  return {
    method: tool.method,
    path: formatPathAndQuery(tool.path, path, query),
    ...(tool.body && { body: JSON.stringify(body) }),
  }
}
