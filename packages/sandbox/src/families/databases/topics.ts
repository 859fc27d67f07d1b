import type { AccountContext } from '../../engine/account-context.ts'
import type { InCluster } from './connection.ts'
import { requireClusterOf } from './clusters.ts'

export const requireTopicCluster = (call: InCluster, ctx: AccountContext) => requireClusterOf(['kafka'], 'topics', call, ctx)
