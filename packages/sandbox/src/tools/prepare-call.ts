/** Writes the one request to the control API that a tool stands for. */
import { operationRows } from '../generated/operations.ts'
import type { Value } from '../engine/values.ts'
import type { CoreRequest } from '../http/messages.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { ArgumentRow, ToolRow } from '../tables/tool-row.ts'
import { tryJson } from '../validation/parse-json.ts'

export interface ToolCall {
  readonly operation: OperationRow
  readonly request: CoreRequest
  /** Of the path's parameters, in the order of the path. */
  readonly values: readonly string[]
}

/** @param values arguments that `checkArguments` has let through */
export function prepareCall(tool: ToolRow, values: Value, headers: CoreRequest['headers']): ToolCall {
  const operation = findOperation(tool.calls)
  const path = new Map<string, string>()
  const query = new URLSearchParams()
  const body: Value = {}
  for (const [name, row] of Object.entries(tool.arguments)) {
    const value = convert(values[name], row)
    if (value === undefined) continue
    const [place, ...steps] = row.to.split('.')
    if (place === 'path') path.set(steps.join('.'), encodeURIComponent(String(value)))
    else if (place === 'query') for (const each of [value].flat()) query.append(steps.join('.'), String(each))
    else set(body, steps, value)
  }
  const ordered: string[] = []
  const address = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    ordered.push(path.get(name) ?? '')
    return path.get(name) ?? ''
  })
  return {
    operation,
    values: ordered,
    request: {
      method: operation.method,
      url: query.size === 0 ? address : `${address}?${query.toString()}`,
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

function convert(value: unknown, { as }: ArgumentRow): unknown {
  if (value === undefined || as === undefined) return value
  const text = String(value)
  switch (as) {
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'json':
      return tryJson(text)
    case 'list':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
  }
}

/** `['mysql_settings', 'auth_plugin']` → an object in the object. */
function set(body: Value, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner: Value = (body[first] as Value | undefined) ?? {}
  body[first] = inner
  set(inner, rest, value)
}
