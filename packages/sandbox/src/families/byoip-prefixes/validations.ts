import type { Kinds } from '../../generated/types.ts'

export function listValidations(status: 'PENDING' | 'PASSED'): Kinds['ByoipPrefix']['validations'] {
  return ['signature', 'route_origin'].map((name) => ({ name, status, note: '' }))
}
