/** Adds `wait` to the family of actions, for any action. Separate from `add-waits.ts`, because only one family needs it. */
import type { Feature } from '../bind-family.ts'
import type { StartedAction } from './wait-for-action.ts'
import type { WaitOptions } from './wait-options.ts'

export const addActionWait: Feature = (operation, target, send, family) => {
  if (target.facts.waits) {
    family['wait'] = async (action: StartedAction | number, options?: WaitOptions) =>
      (await import('./waiting.ts')).waitForAction(send, action, options)
  }
  return operation
}
