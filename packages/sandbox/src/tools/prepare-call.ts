/** Builds the control API request of a tool call. */
import { operationRows } from '../generated/operations.ts'
import { buildCallParts } from '../generated/tool-calls.ts'
import type { Value } from '../engine/values.ts'
import type { CoreRequest } from '../http/messages.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { ToolRow } from '../tables/tool-row.ts'
import { tryJson } from '../validation/parse-json.ts'

export interface ToolCall {
  readonly operation: OperationRow
  readonly request: CoreRequest
  /** Values of the path parameters, in path order. */
  readonly values: readonly string[]
}

/** @param values arguments validated by `checkArguments` */
export function prepareCall(tool: ToolRow, values: Value, headers: CoreRequest['headers']): ToolCall {
  const operation = findOperation(tool.calls)
  const { path, query, body } = buildCallParts(tool, values, tryJson)
  const ordered: string[] = []
  const address = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(path[name] ?? ''))
    ordered.push(value)
    return value
  })
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]))
  return {
    operation,
    values: ordered,
    request: {
      method: operation.method,
      url: pairs.length === 0 ? address : `${address}?${new URLSearchParams(pairs).toString()}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: operation.body && new TextEncoder().encode(JSON.stringify(body)),
    },
  }
}

function findOperation(id: string): OperationRow {
  const found = operationRows.find((row) => row.id === id)
  if (!found) throw new Error(`A tool calls "${id}", which does not exist.`)
  return found
}
