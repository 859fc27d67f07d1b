import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import { unprocessable } from '../../engine/failure.ts'
import { refreshCluster, showUser } from './cluster-state.ts'
import { findClusterAbove, findClusterOnce } from './clusters.ts'
import { requireUserCluster } from './users.ts'

const user: ResourceHooks<'DatabaseUser'> = {
  listQuery: oldestFirst,
  beforeAccess: requireUserCluster,
  // The sandbox generates the ids of grants.
  serialize: (value, { parent = '' }, ctx, { call }) => {
    const cluster = findClusterOnce(ctx, parent, call)
    return cluster ? showUser(cluster.value, value) : value
  },
  beforeDelete: ({ name, role }) => {
    if (role === 'primary') throw unprocessable(`"${name}" is the administrator that came with the cluster and cannot be deleted.`)
  },
  afterDelete: (_, { parent }, ctx) => {
    const cluster = findClusterAbove(parent, ctx)
    if (cluster) refreshCluster(ctx, cluster.key)
  },
}

export const usersHooks: HooksByKind = { DatabaseUser: user }
