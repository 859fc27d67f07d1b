import { operationRows } from '../generated/operations.ts'
import type { OperationRow } from '../tables/operation-row.ts'

/** Returns the operation that this one is an alias of, or the operation itself. */
export function newestSpelling(operation: OperationRow): OperationRow {
  return operationRows.find(({ id }) => id === operation.sameAs) ?? operation
}
