import type { Kinds } from '../../generated/types.ts'

export const endStatuses: ReadonlySet<Kinds['InferenceBatch']['status']> = new Set(['completed', 'failed', 'expired', 'cancelled'])
