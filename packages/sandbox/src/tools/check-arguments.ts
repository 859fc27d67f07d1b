/** Validates the arguments of a tool call and names every invalid one. */
import { Failure, unprocessable } from '../engine/failure.ts'
import { isRecord } from '../engine/values.ts'
import type { AccountContext } from '../engine/account-context.ts'
import { findGroupErrors, findValueErrors, findAlias } from '../generated/tool-calls.ts'
import { checkBody } from '../http/parse-request.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { ToolRow } from '../tables/tool-row.ts'
import { tryJson } from '../validation/parse-json.ts'

/** @throws Failure 422 */
export function checkArguments(tool: ToolRow, operation: OperationRow, body: unknown, ctx: () => AccountContext): void {
  const values = isRecord(body) ? body : {}
  const listFaults = (input: unknown) => findFaults(() => checkBody(operation, input, ctx))
  throwFaults([...listFaults(body), ...findGroupErrors(tool, values)])
  throwFaults(findValueErrors(tool, values, tryJson).map(({ name, problem }) => `${name}: ${problem}`))
  for (const [name, { as }] of Object.entries(tool.arguments)) {
    if (as !== 'json' || values[name] === undefined) continue
    const read = findAlias(tool, values, name, tryJson(String(values[name])))
    if (read) throwFaults(listFaults(read.values).map((fault) => fault.replace(read.alias, name)))
  }
}

function throwFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw unprocessable([...new Set(faults)].join('; '))
}

/** Returns the error messages of a check, without those about the number of fields, which `findGroupErrors` reports better. */
function findFaults(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422) throw error
    return error.message.split('; ').filter((message) => !message.startsWith('body: must not have'))
  }
}
