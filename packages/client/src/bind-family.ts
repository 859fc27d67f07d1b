/** Makes a family's functions out of its table. */
import { type CallOptions, PendingCall } from './call.ts'
import type { FamilyTable, OperationRow } from './family-table.ts'
import type { AnyRequest, Send, Target } from './transport.ts'

/** `Family` is the generated interface that goes with the table. */
export function bindFamily<Family>(table: FamilyTable, send: Send): Family {
  const family: Record<string, unknown> = {}
  for (const name in table.operations) {
    const row = table.operations[name] as OperationRow
    const target = readRow(table.api, row)
    family[name] = (request?: AnyRequest, options?: CallOptions) => new PendingCall(send(target, request, options))
  }
  return family as Family
}

function readRow(api: string, row: OperationRow): Target {
  const [line, facts] = typeof row === 'string' ? [row, {}] : row
  const space = line.indexOf(' ')
  return { api, method: line.slice(0, space), path: line.slice(space + 1), facts }
}
