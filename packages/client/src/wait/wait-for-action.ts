/** Waits for one action of any resource. */
import { lifecycles } from '../generated/lifecycles.ts'
import type { Transport } from '../transport.ts'
import type { Target } from '../request-types.ts'
import { type PollGoal, poll } from './poll.ts'
import type { WaitOptions } from './wait-options.ts'

export interface StartedAction {
  readonly id: number
  readonly type?: string
  readonly status?: string
}

const target: Target = { api: 'control', method: 'GET', path: '/v2/actions/{action_id}', facts: {} }

/** Returns the completed action. @throws WaitError if it is `errored`, WaitTimeoutError */
export async function waitForAction<Action extends StartedAction>(
  send: Transport,
  action: StartedAction | number,
  options?: WaitOptions,
): Promise<Action> {
  const path = { action_id: typeof action === 'number' ? action : action.id }
  const goal: PollGoal<{ readonly action: Action }> = {
    path: 'action.status',
    target: ['completed'],
    states: lifecycles['GET /v2/actions/{action_id}'],
    nameOf: ({ action: { id, type } }) => `action ${id} (${type})`,
  }
  const body = await poll(send, target, { path }, goal, options)
  return body.action
}
