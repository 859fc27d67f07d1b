/** Sends a request for an action, and retries it when the action that locks the resource has ended. */
import type { Transport } from '../transport.ts'
import type { AnyRequest, ApiResponse, Target } from '../request-types.ts'
import type { ActionCallOptions } from './operations.ts'
import { type StartedAction, waitForAction } from './wait-for-action.ts'

export async function sendUnlocked(
  send: Transport,
  target: Target,
  request?: AnyRequest,
  options: ActionCallOptions = {},
): Promise<ApiResponse> {
  const { waitForLockMs = 0, signal } = options
  const { clock } = send
  const end = clock.now() + waitForLockMs
  for (let pause = 1000; ; pause = Math.min(pause * 1.5, 10_000)) {
    const apiResponse = await send(target, request, options)
    const left = end - clock.now()
    if (left <= 0 || !(await isLocked(apiResponse.response))) return apiResponse
    const blocking = await findBlockingAction(send, target, request, signal)
    if (blocking) {
      // Any end unlocks the resource. After a timeout, the error of the platform is returned.
      await waitForAction(send, blocking, { timeoutMs: left, ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
    } else await clock.sleep(Math.min(pause, left), signal)
  }
}

async function isLocked(response: Response): Promise<boolean> {
  return response.status === 422 && (await response.clone().text()).includes('already has a pending event')
}

/** Finds the running action in the actions of the resource. It does not find actions on related resources, such as a volume's droplet. */
async function findBlockingAction(
  send: Transport,
  { api, path }: Target,
  request: AnyRequest | undefined,
  signal: AbortSignal | undefined,
): Promise<StartedAction | undefined> {
  if (!path.endsWith('}/actions')) return undefined
  const list = { api, method: 'GET', path, facts: {} }
  try {
    const apiResponse = await send(list, { ...(request?.path && { path: request.path }), query: { per_page: 200 } }, signal && { signal })
    const data = await send.read<{ readonly actions?: readonly StartedAction[] }>(apiResponse)
    return data.actions?.find(({ status }) => status === 'in-progress')
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}
