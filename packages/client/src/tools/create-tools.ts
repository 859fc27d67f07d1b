/** Client of the database tools, called by their names. */
import type { ToolResult } from '@spindrift/types/tools'
import { bindFamily } from '../bind-family.ts'
import { type Call, PendingCall, type CallOptions } from '../call.ts'
import type { ClientOptions } from '../configuration.ts'
import { type ToolsFamily, toolsTable } from '../generated/tools.ts'
import type { ToolCalls } from '../generated/tool-calls.ts'
import { createTransport } from '../transport.ts'

/** Name of a tool: `db-cluster-list`, `db-cluster-get`, … */
export type ToolName = keyof ToolCalls

/** Arguments of a tool. */
export type ToolArguments<Name extends ToolName> = NonNullable<ToolCalls[Name][0]>

/** Client of the database tools. */
export interface Tools extends ToolsFamily {
  /**
   * Calls a tool by its name.
   *
   * ```ts
   * const cluster = await tools.call('db-cluster-get', { id: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30' })
   * ```
   *
   * @throws UnprocessableEntityError if an argument is invalid; the message names it
   */
  call<Name extends ToolName>(name: Name, ...rest: ToolCalls[Name]): Call<ToolResult>
}

/** Creates a client of the database tools, each available by name and as a method. */
export function createTools(options?: ClientOptions): Tools {
  const send = createTransport(options)
  const call = (name: string, body?: unknown, callOptions?: CallOptions) => {
    // A name from a model may be anything; encoding keeps it a single path segment.
    const target = { api: 'tools', method: 'POST', path: `/tools/${encodeURIComponent(name)}`, facts: {} }
    const apiResponse = send(target, body === undefined ? {} : { body }, callOptions)
    return new PendingCall<ToolResult>(target, () => apiResponse)
  }
  return Object.assign(bindFamily<ToolsFamily>(toolsTable, send), { call })
}
