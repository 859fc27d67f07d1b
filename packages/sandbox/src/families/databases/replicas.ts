/** A replica has no address of its own: where a cluster's id is asked for, its id stands in that place. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Key, childPath } from '../../store/store.ts'

/** Whose id it is, if it is that of a replica. */
export function findReplica({ engine }: AccountContext, id: string): Key<'DatabaseReplica'> | undefined {
  for (const cluster of engine.list('DatabaseCluster')) {
    const parent = childPath(keyOf('DatabaseCluster', cluster.id))
    const [replica] = engine.list('DatabaseReplica', { parent, where: [{ field: 'id', equals: id }] })
    if (replica) return keyOf('DatabaseReplica', { parent, id: replica.name })
  }
  return undefined
}
