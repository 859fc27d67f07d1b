import { operationRows } from '../generated/operations.ts'
import type { OperationRow } from '../tables/operation-row.ts'

/** The operation that does what this one does, where this one is only an older spelling of it; else the operation itself. */
export function newestSpelling(operation: OperationRow): OperationRow {
  return operationRows.find(({ id }) => id === operation.sameAs) ?? operation
}
