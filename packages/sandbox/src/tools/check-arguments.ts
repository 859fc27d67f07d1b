/** Checks the arguments of a tool before any call is made, and names each that is at fault. */
import { Failure, unprocessable } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import { checkBody } from '../http/read-request.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { ToolRow } from '../tables/tool-row.ts'
import { tryJson } from '../validation/parse-json.ts'

/** @throws Failure 422 */
export function checkArguments(tool: ToolRow, operation: OperationRow, body: unknown): void {
  const values = isRecord(body) ? body : {}
  const faults = [...listFaults(() => checkBody(operation, body)), ...checkGroups(tool, values)]
  if (faults.length > 0) throw unprocessable([...new Set(faults)].join('; '))
  for (const [name, { to, as }] of Object.entries(tool.arguments)) {
    if (as === 'integer' && values[name] !== undefined && !Number.isSafeInteger(Number(values[name])))
      throw unprocessable(`${name}: is too large`)
    if (as === 'json' && values[name] !== undefined) checkJson(tool, operation, values, { name, to })
  }
}

/** How many there are says less than which are missing, so what counts them is left to `checkGroups`. */
function listFaults(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422) throw error
    return error.message.split('; ').filter((sentence) => !sentence.startsWith('body: must not have'))
  }
}

/** One of each group must be given; two that mean the same must not. */
function checkGroups({ oneOf = [], arguments: known }: ToolRow, values: Value): string[] {
  return oneOf.flatMap((names) => {
    const given = names.filter((name) => values[name] !== undefined)
    if (given.length === 0) return [`${names.join(', ')}: one of them must be given`]
    const isSame = given.length > 1 && new Set(given.map((name) => known[name]?.to)).size === 1
    return isSame ? [`${given.join(', ')}: are one and the same, give only one of them`] : []
  })
}

/** A text of JSON must hold what the argument of the same meaning may be. */
function checkJson(
  tool: ToolRow,
  operation: OperationRow,
  values: Value,
  { name, to }: { readonly name: string; readonly to: string },
): void {
  const value = tryJson(String(values[name]))
  if (!isRecord(value)) throw unprocessable(`${name}: must be one JSON object, written as text`)
  const [other] = Object.entries(tool.arguments).find(([each, row]) => each !== name && row.to === to) ?? []
  if (other === undefined) return
  const { [name]: _text, ...rest } = values
  const faults = listFaults(() => checkBody(operation, { ...rest, [other]: value }))
  if (faults.length > 0) throw unprocessable(faults.map((fault) => fault.replace(other, name)).join('; '))
}
