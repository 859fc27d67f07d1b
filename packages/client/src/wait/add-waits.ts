/**
 * Adds `waitUntil` to operations that read a resource with states, and `wait` to calls that start actions. The implementation is loaded when it is
 * first needed, which keeps the initial bundle small.
 */
import type { BoundOperation, Feature } from '../bind-family.ts'
import { PendingCall } from '../call.ts'
import { parseArguments } from '../parse-arguments.ts'
import type { ActionCallOptions } from './operations.ts'
import type { WaitOptions } from './wait-options.ts'

const load = () => import('./waiting.ts')

export const addWaits: Feature = (operation, target, send) => {
  const { read, state } = target.facts
  const line = `${target.method} ${target.path}`
  if (state !== undefined) {
    const waitUntil = async (...args: unknown[]) => {
      const [request, targets, options] = parseArguments<[string | readonly string[], WaitOptions?]>(target, args, '')
      const { waitForState, lifecycles } = await load()
      return waitForState(send, target, request, targets, lifecycles[line], options)
    }
    return Object.assign(operation, { waitUntil })
  }
  if (read === undefined) return operation
  const start: BoundOperation = (request, options: ActionCallOptions = {}) => {
    const apiResponse = options.waitForLockMs
      ? load().then(({ sendUnlocked }) => sendUnlocked(send, target, request, options))
      : send(target, request, options)
    const call = new PendingCall(target, () => apiResponse)
    const wait = async (waitOptions?: WaitOptions) => {
      const { refreshBody, lifecycles } = await load()
      return refreshBody(send, await call, target.facts, lifecycles[line], waitOptions)
    }
    return Object.assign(call, { wait })
  }
  return start
}
