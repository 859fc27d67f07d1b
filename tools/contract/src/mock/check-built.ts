/** The mock and the client are tested as they were built. One that is older than the specification would fail in a thousand places. */
import { createCloud } from '@spindrift/client'
import { listScenarios } from '@spindrift/mock'
import type { OperationEntry } from '../load-specification.ts'

/** @throws Error that says what to run, when an operation is missing */
export function checkBuilt(entries: readonly OperationEntry[]): void {
  const mocked = new Set(listScenarios().map(({ operation }) => operation))
  // By name, as no type does.
  const cloud = createCloud({ baseUrl: 'http://127.0.0.1' }) as unknown as Readonly<Record<string, object | undefined>>
  const missing = entries.filter(({ family, operation }) => !mocked.has(operation.id) || !(operation.name in (cloud[family.group] ?? {})))
  if (missing.length > 0) {
    throw new Error(
      `${missing.length} of ${entries.length} operations, ${missing[0]?.operation.id} the first, are not in the built mock or client. Run: pnpm build`,
    )
  }
}
