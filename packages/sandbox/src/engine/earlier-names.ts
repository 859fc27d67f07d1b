/** Operations under an earlier path, method or name. The handler of the current operation answers them. */
import { operationRows } from '../generated/operations.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { AnyHandler } from './call.ts'
import type { Reply } from './request.ts'
import { isRecord } from './values.ts'

/** Returns the operation that this one is an alias of, or the operation itself. */
export function newestSpelling(operation: OperationRow): OperationRow {
  return operationRows.find(({ id }) => id === operation.sameAs) ?? operation
}

/** Returns the operation that this one is the earlier name of, if it is one. */
export function findRenamed({ renamedTo }: OperationRow): OperationRow | undefined {
  return operationRows.find(({ id }) => id === renamedTo)
}

/** Calls the handler of the newer operation with its parameter names, and returns the object under the names of the earlier one too. */
export function answerRenamed(earlierOperation: OperationRow, newer: OperationRow, handler: AnyHandler): AnyHandler {
  const names = listParameters(earlierOperation).map((name, position) => [name, listParameters(newer)[position] ?? name] as const)
  return (call, ctx) => {
    const path = Object.fromEntries(names.map(([own, name]) => [name, call.path[own] ?? '']))
    return addNames(handler({ ...call, path, operation: newer }, ctx), earlierOperation, newer)
  }
}

const listParameters = ({ path }: OperationRow) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

function addNames(reply: Reply, earlierOperation: OperationRow, newer: OperationRow): Reply {
  const key = newer.root?.key
  const names = [earlierOperation.root?.key, ...(earlierOperation.root?.aliases ?? [])].filter((name) => name !== undefined && name !== key)
  if (!key || names.length === 0 || typeof reply.body !== 'string') return reply
  const value: unknown = JSON.parse(reply.body)
  if (!isRecord(value)) return reply
  return { ...reply, body: JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, value[key]])), ...value }) }
}
