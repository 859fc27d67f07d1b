/** Checks that the built mock and client match the specification; outdated builds fail in many tests. */
import { createCloud } from '@spindrift/client'
import { listScenarios } from '@spindrift/mock'
import type { OperationEntry } from '../load-specification.ts'
import { findCall } from './operation-caller.ts'

/** @throws Error with the build command when an operation is missing */
export function checkBuilt(entries: readonly OperationEntry[]): void {
  const mocked = new Set(listScenarios().map(({ operation }) => operation))
  const cloud = createCloud({ baseUrl: 'http://127.0.0.1' })
  const missing = entries.filter(({ operation }) => !mocked.has(operation.id) || findCall(cloud, operation) === undefined)
  if (missing.length > 0) {
    throw new Error(
      `${missing.length} of ${entries.length} operations, ${missing[0]?.operation.id} the first, are not in the built mock or client. Run: pnpm build`,
    )
  }
}
