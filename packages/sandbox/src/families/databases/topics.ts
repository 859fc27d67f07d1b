import type { AccountContext } from '../../engine/account-context.ts'
import type { InCluster } from './connection.ts'
import { openClusterOf } from './clusters.ts'

export const open = (call: InCluster, ctx: AccountContext) => openClusterOf(['kafka'], 'topics', call, ctx)
