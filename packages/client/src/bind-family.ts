/** Creates the methods of a family from its operation table. */
import { type Call, type CallOptions, PendingCall } from './call.ts'
import type { FamilyTable, OperationRow } from './family-table.ts'
import { suggestionPrototype } from './suggestion-prototype.ts'
import { parseArguments } from './parse-arguments.ts'
import type { Transport } from './transport.ts'
import type { AnyRequest, KnownTarget } from './request-types.ts'

export type BoundOperation = (request?: AnyRequest, options?: CallOptions) => Call<unknown>

/** Adds a capability, such as pagination, to an operation. A family imports only the features that its rows need, which keeps bundles small. */
export type Feature = (
  operation: BoundOperation,
  target: KnownTarget,
  send: Transport,
  family: Record<string, unknown>,
  name: string,
) => BoundOperation

/** Creates a family. `Family` is the generated interface of the table. */
export function bindFamily<Family>(table: FamilyTable, send: Transport, ...features: readonly Feature[]): Family {
  const family: Record<string, unknown> = Object.create(suggestionPrototype)
  for (const name in table.operations) {
    const row = table.operations[name] as OperationRow
    const target = parseRow(table, row)
    let operation: BoundOperation = (request, options) => {
      const apiResponse = send(target, request, options)
      return new PendingCall(target, () => apiResponse)
    }
    for (const feature of features) operation = feature(operation, target, send, family, name)
    const bound = operation
    setNested(
      family,
      name,
      Object.assign((...args: unknown[]) => bound(...parseArguments<[CallOptions?]>(target, args)), bound),
    )
  }
  return family as Family
}

/** Sets a property by its dotted name: `nodePools.list` is the property `list` of the property `nodePools`. */
export function setNested(holder: Record<string, unknown>, name: string, value: unknown): void {
  const steps = name.split('.')
  const last = steps.pop() as string
  for (const step of steps)
    holder = (Object.hasOwn(holder, step) ? holder[step] : (holder[step] = Object.create(suggestionPrototype))) as Record<string, unknown>
  holder[last] = value
}

export function parseRow({ api, path: base }: Omit<FamilyTable, 'operations'>, row: OperationRow): KnownTarget {
  const [line, facts = {}] = typeof row === 'string' ? [row] : row
  const [method = '', rest = ''] = line.split(' ')
  const path = base + rest
  const { pages, list = pages, query = list, input = method[0] === 'P' ? 'body' : query === undefined ? '' : 'query' } = facts
  return { api, method, path, facts, input, ids: path.match(/[^{]+(?=\})/g) ?? [] }
}
