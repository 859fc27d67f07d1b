/** Creates the methods of a family from its operation table. */
import { type Call, type CallOptions, PendingCall } from './call.ts'
import type { FamilyTable, OperationGroup, OperationRow } from './family-table.ts'
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
export function bindFamily<Family>({ api, path, operations }: FamilyTable, send: Transport, ...features: readonly Feature[]): Family {
  const family: Record<string, unknown> = {}
  for (const name in operations) {
    const row = operations[name] as OperationRow | OperationGroup
    if (isGroup(row)) {
      family[name] = bindFamily({ api, path: path + row.path, operations: row.operations }, send, ...features)
      continue
    }
    const target = createTarget(api, path, row)
    let operation: BoundOperation = (request, options) => {
      const apiResponse = send(target, request, options)
      return new PendingCall(target, () => apiResponse)
    }
    for (const feature of features) operation = feature(operation, target, send, family, name)
    const boundOperation = operation
    family[name] = Object.assign((...args: unknown[]) => boundOperation(...parseArguments<[CallOptions?]>(target, args)), boundOperation)
  }
  return family as Family
}

export function isGroup(row: OperationRow | OperationGroup): row is OperationGroup {
  return Object(row).operations !== undefined
}

/** @param base path of the group */
export function createTarget(api: string, base: string, row: OperationRow): KnownTarget {
  const [line, facts = {}] = typeof row === 'string' ? [row] : row
  const [method = '', rest = ''] = line.split(' ')
  const path = base + rest
  const { pages, list = pages, query = list, input = method[0] === 'P' ? 'body' : query === undefined ? '' : 'query' } = facts
  return { api, method, path, facts, input, ids: path.match(/[^{]+(?=\})/g) ?? [] }
}
