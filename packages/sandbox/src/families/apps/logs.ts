/** Which logs there are of a deployment, and the addresses to read them at. There is no `live_url`: clients dial it as a WebSocket, which nothing here answers, and without one they read what is kept. */
import type { Call, Reply } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { deploymentKey } from './app-state.ts'
import { isDuration } from './check-routing.ts'
import { factsOf } from './deployments.ts'
import { signAddress } from './sign-address.ts'

/** @throws Failure 422 */
export function readLogQuery({ query }: Call): { readonly type: string } {
  const timeout = query['pod_connection_timeout']
  if (typeof timeout === 'string' && timeout !== '' && !isDuration(timeout))
    throw unprocessable(`pod_connection_timeout: "${timeout}" is no number with a unit, such as 30s or 3m.`)
  return { type: String(query['type']) }
}

/** Whether something of one type has been printed. Copies of the sandbox are never restarted by themselves. */
export function isKept(world: World, app: Key, deployment: Value, type: string): boolean {
  const { marks } = factsOf(world, deploymentKey(app, deployment['id']))
  switch (type) {
    case 'BUILD':
      return marks['BUILDING'] !== undefined
    case 'DEPLOY':
      return marks['DEPLOYING'] !== undefined
    case 'RUN':
    case 'UNSPECIFIED':
      return marks['ACTIVE'] !== undefined
    default:
      return false
  }
}

/** @param about what the log is of, and nothing else, so that it has one address */
export function writeLogs(call: Call, world: World, areKept: boolean, about: readonly string[]): Reply {
  return { body: JSON.stringify({ historic_urls: areKept ? [signAddress(call, world, 'archive', ...about)] : [] }) }
}
