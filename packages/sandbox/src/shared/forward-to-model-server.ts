/** Forwards a request to the server of its model, if `modelsFrom` has one. */
import type { AccountContext } from '../engine/account-context.ts'
import type { Reply } from '../engine/request.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { ForwardedRequest } from '../inference/forward.ts'

/**
 * Returns undefined if the sandbox answers itself.
 *
 * @param body validated request @param onUsage records the usage of the reply, in a transaction of its own
 */
export function forwardToModelServer(
  { platform, store }: AccountContext,
  path: ForwardedRequest['path'],
  body: unknown,
  onUsage?: (usage: Value) => void,
): Reply | undefined {
  if (!isRecord(body)) return undefined
  const server = platform.findModelServer(String(body['model']))
  if (!server) return undefined
  const record = onUsage && ((usage: Value) => store.transaction(() => onUsage(usage)))
  return {
    complete: async (signal) => {
      const { forward } = await import('../inference/forward.ts')
      return forward({ server, path, body, onUsage: record }, signal)
    },
  }
}
