/** Which logs there are of a deployment, and the addresses to read them at. There is no `live_url`: clients dial it as a WebSocket, which nothing here answers, and without one they read what is kept. */
import type { UntypedCall } from '../../engine/request.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { deploymentKey, type DeploymentContext } from './app-state.ts'
import { isDuration } from './check-routing.ts'
import { signAddress } from './signed-address.ts'

/** @throws Failure 422 */
export function assertTimeout({ pod_connection_timeout: timeout }: { readonly pod_connection_timeout?: string }): void {
  if (timeout && !isDuration(timeout))
    throw unprocessable(`pod_connection_timeout: "${timeout}" is no number with a unit, such as 30s or 3m.`)
}

/** Whether something of one type has been printed. Copies of the sandbox are never restarted by themselves. */
export function hasLog({ engine }: AccountContext, { app, deployment }: DeploymentContext, type: string): boolean {
  const { marks } = engine.hidden('AppDeployment', deploymentKey(app, deployment.id))
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

/** @param about what the log is of, and nothing else, so that it has one address */
export function formatLogReply(
  call: Pick<UntypedCall, 'origin'>,
  ctx: AccountContext,
  exists: boolean,
  about: readonly string[],
): ReplyOf<'apps_deployments_getComponentLogs'> {
  return { historic_urls: exists ? [signAddress(call, ctx, 'archive', ...about)] : [] }
}
