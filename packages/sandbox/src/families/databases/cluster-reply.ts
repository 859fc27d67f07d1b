import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { getProjectId } from '../../shared/project-urns.ts'

export type Cluster = Kinds['DatabaseCluster']

export const urnOf = (id: string) => `do:dbaas:${id}`

/** Adds the current project, which can change without a change of the cluster. */
export function serializeCluster(cluster: Cluster, ctx: AccountContext): Cluster {
  return { ...cluster, project_id: getProjectId(ctx, urnOf(cluster.id)) }
}
