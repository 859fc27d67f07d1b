/** Replicas, which requests name by their id in place of a cluster's. */
import { keyOf, type Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Key, childPath } from '../../store/store.ts'
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import { assertUnchanging } from './cluster-state.ts'
import { checkRoom, parseGrownStorage, sizeOf } from './engines.ts'
import type { ClusterContext } from './clusters.ts'
import { withoutTag } from '../../engine/values.ts'

interface StoredReplica {
  readonly key: Key<'DatabaseReplica'>
  readonly value: Kinds['DatabaseReplica']
}

/** Lists the replicas of all clusters. */
export function listReplicas({ engine }: AccountContext): StoredReplica[] {
  return engine.list('DatabaseCluster').flatMap(({ id: cluster }) => {
    const parent = childPath(keyOf('DatabaseCluster', cluster))
    return engine.list('DatabaseReplica', { parent }).map((value) => ({ key: keyOf('DatabaseReplica', { parent, id: value.name }), value }))
  })
}

export function findReplica(ctx: AccountContext, id: string): Key<'DatabaseReplica'> | undefined {
  return listReplicas(ctx).find(({ value }) => value.id === id)?.key
}

type Replica = Kinds['DatabaseReplica']

/** @throws Failure 422 when the engine has no replicas */
export function checkEngine({ engine: { hasReplicas, title } }: ClusterContext): void {
  if (!hasReplicas) throw unprocessable(`${title} clusters have no replicas; only PostgreSQL and MySQL clusters do.`)
}

/** Resizes a replica. The request names its id in place of a cluster's, because replicas have no resize endpoint. */
export function resizeReplica({ body }: Call<'databases_resize'>, ctx: AccountContext, key: Key<'DatabaseReplica'>): void {
  const replica = ctx.engine.get('DatabaseReplica', key)
  const { size = replica.size, num_nodes = 1, storage_size_mib: requestedStorage } = body
  assertUnchanging(replica)
  if (num_nodes !== 1) throw unprocessable('num_nodes: a replica has one node.')
  sizeOf(size)
  checkRoom(size, replica.region)
  const change = { size, storage_size_mib: parseGrownStorage(replica, size, requestedStorage) }
  ctx.engine.setHidden('DatabaseReplica', key, { change })
  ctx.engine.trigger('DatabaseReplica', key, 'databases_resize')
}

/** Returns the fields of a change that ends. */
export function finishReplicaChange(key: Key<'DatabaseReplica'>, { engine }: AccountContext): Changes<Replica> {
  const { change = {} } = engine.getHidden('DatabaseReplica', key)
  engine.setHidden('DatabaseReplica', key, { change: undefined })
  return change
}

/** Removes a deleted tag from all replicas; the tag hooks only handle objects without a parent. */
export function untagReplicas(ctx: AccountContext, tag: string): void {
  for (const { key, value } of listReplicas(ctx)) {
    const tags = withoutTag(value.tags, tag)
    if (tags) ctx.engine.setFields('DatabaseReplica', key, { tags })
  }
}
