/** Gives a family of actions its `wait`, for any action there is, and its `watch`. Apart from `add-waits.ts`, because only one family has it. */
import type { Feature } from '../bind-family.ts'
import type { StartedAction } from './wait-for-action.ts'
import type { WatchOptions } from '../watch/watch-options.ts'
import type { WaitOptions } from './wait-options.ts'

export const addActionWait: Feature = (operation, target, send, family) => {
  if (target.facts.waits) {
    family['wait'] = async (action: StartedAction | number, options?: WaitOptions) =>
      (await import('./waiting.ts')).waitForAction(send, action, options)
    family['watch'] = async function* watch(options?: WatchOptions) {
      yield* (await import('../watch/watch-actions.ts')).watchActions(send, options)
    }
  }
  return operation
}
