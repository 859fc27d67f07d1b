/** The database tools by their own names, as agents know them. */
import type { ToolResult } from '@spindrift/types/tools'
import { bindFamily } from '../bind-family.ts'
import { type Call, PendingCall, type CallOptions } from '../call.ts'
import type { ClientOptions } from '../configuration.ts'
import { type ToolsFamily, toolsTable } from '../generated/tools.ts'
import type { ToolCalls } from '../generated/tool-calls.ts'
import { createTransport } from '../transport.ts'

/** `db-cluster-list`, `db-cluster-get`, … */
export type ToolName = keyof ToolCalls

/** What a tool takes. */
export type ToolArguments<Name extends ToolName> = NonNullable<ToolCalls[Name][0]>

/** The database tools, by their names. */
export interface Tools extends ToolsFamily {
  /**
   * Calls a tool by its name.
   *
   * ```ts
   * const cluster = await tools.call('db-cluster-get', { id: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30' })
   * ```
   *
   * @throws UnprocessableEntityError when an argument is wrong; its message names it
   */
  call<Name extends ToolName>(name: Name, ...rest: ToolCalls[Name]): Call<ToolResult>
}

/** A client of the tools alone: each by its name, or as a method of its own. */
export function createTools(options?: ClientOptions): Tools {
  const send = createTransport(options)
  const call = (name: string, body?: unknown, callOptions?: CallOptions) => {
    // A name that came from a model may be anything; it stays one step of the path.
    const target = { api: 'tools', method: 'POST', path: `/tools/${encodeURIComponent(name)}`, facts: {} }
    const answer = send(target, body === undefined ? {} : { body }, callOptions)
    return new PendingCall<ToolResult>(target, () => answer)
  }
  return Object.assign(bindFamily<ToolsFamily>(toolsTable, send), { call })
}
