import { preconditionFailed } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { parseConfig } from './config.ts'
import type { InCluster } from './connection.ts'
import { type ClusterContext, requireClusterOf } from './clusters.ts'

/** @throws Failure 404, 412 while the registry is off, 422 */
export function requireSchemaRegistry(call: InCluster, ctx: AccountContext): ClusterContext {
  const cluster = requireClusterOf(['kafka'], 'a schema registry', call, ctx)
  if (!parseConfig(ctx, cluster).schema_registry)
    throw preconditionFailed('The schema registry is off. Set schema_registry in the configuration of the cluster to true first.')
  return cluster
}
