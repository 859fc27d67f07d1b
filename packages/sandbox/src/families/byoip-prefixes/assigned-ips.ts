import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export function listAssignedIps({ engine }: AccountContext, prefix: string): Kinds['ReservedIp'][] {
  return engine.list('ReservedIp', { where: [{ field: 'prefix', equals: prefix, hidden: true }], order: 'newest' })
}

export function listValidations(status: 'PENDING' | 'PASSED'): Kinds['ByoipPrefix']['validations'] {
  return ['signature', 'route_origin'].map((name) => ({ name, status, note: '' }))
}
