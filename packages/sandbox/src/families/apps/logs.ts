/** Logs of deployments and their signed URLs. Replies have no `live_url`: the sandbox has no WebSocket, so clients read the archived log. */
import type { UntypedCall } from '../../engine/request.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { deploymentKey, type DeploymentContext } from './app-state.ts'
import { signAddress } from './signed-address.ts'

/** True when a log of the type exists. There are no RUN_RESTARTED logs, as instances never restart by themselves. */
export function hasLog({ engine }: AccountContext, { app, deployment }: DeploymentContext, type: string): boolean {
  const { marks } = engine.getHidden('AppDeployment', deploymentKey(app, deployment.id))
  switch (type) {
    case 'BUILD':
      return marks.BUILDING !== undefined
    case 'DEPLOY':
      return marks.DEPLOYING !== undefined
    case 'RUN':
    case 'UNSPECIFIED':
      return marks.ACTIVE !== undefined
    default:
      return false
  }
}

/** @param about subject of the log, which alone determines its path */
export function formatLogReply(
  call: Pick<UntypedCall, 'origin'>,
  ctx: AccountContext,
  exists: boolean,
  about: readonly string[],
): ReplyOf<'apps_deployments_getComponentLogs'> {
  return { historic_urls: exists ? [signAddress(call, ctx, 'archive', ...about)] : [] }
}
