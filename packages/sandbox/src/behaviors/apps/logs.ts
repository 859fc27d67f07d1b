/** Which logs there are of a deployment, and the addresses to read them at. */
import type { Call, Reply } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { deploymentKey, stateOf } from './app-state.ts'
import { isDuration } from './check-routing.ts'
import { factsOf } from './deployments.ts'
import { signAddress } from './sign-address.ts'

export interface Logs {
  /** Whether something has been printed. */
  readonly isKept: boolean
  /** Whether more may come. */
  readonly isLive: boolean
}

export const noLogs: Logs = { isKept: false, isLive: false }

/** @throws Failure 422 */
export function readLogQuery({ query }: Call): { readonly type: string } {
  const timeout = query['pod_connection_timeout']
  if (typeof timeout === 'string' && timeout !== '' && !isDuration(timeout))
    throw unprocessable(`pod_connection_timeout: "${timeout}" is no number with a unit, such as 30s or 3m.`)
  return { type: String(query['type']) }
}

/** What there is of one type. Copies of the sandbox are never restarted by themselves. */
export function deploymentLogs(world: World, app: Key, deployment: Value, type: string): Logs {
  const { marks } = factsOf(world, deploymentKey(app, deployment['id']))
  const phase = String(deployment['phase'])
  switch (type) {
    case 'BUILD':
      return { isKept: marks['BUILDING'] !== undefined, isLive: phase === 'BUILDING' }
    case 'DEPLOY':
      return { isKept: marks['DEPLOYING'] !== undefined, isLive: phase === 'DEPLOYING' }
    case 'RUN':
    case 'UNSPECIFIED':
      return { isKept: marks['ACTIVE'] !== undefined, isLive: phase === 'DEPLOYING' || stateOf(world, app).active === deployment['id'] }
    default:
      return noLogs
  }
}

/** @param about what the log is of, and nothing else, so that it has one address */
export function writeLogs(call: Call, world: World, { isKept, isLive }: Logs, about: readonly string[]): Reply {
  const logs = {
    historic_urls: isKept ? [signAddress(call, world, 'archive', ...about)] : [],
    ...(isLive && { live_url: signAddress(call, world, 'live', ...about) }),
  }
  return { body: JSON.stringify(logs) }
}
