/** Waits for the actions that a call started, and reads the created resources again. */
import type { OperationFacts } from '../family-table.ts'
import type { Transport } from '../transport.ts'
import { type PollGoal, poll } from './poll.ts'
import { type StartedAction, waitForAction } from './wait-for-action.ts'
import type { WaitOptions } from './wait-options.ts'

interface ActionsBody {
  readonly action?: StartedAction
  readonly actions?: readonly StartedAction[]
  readonly links?: { readonly actions?: readonly StartedAction[] }
}

export async function refreshBody(
  send: Transport,
  rawBody: unknown,
  { read: resourcePath = '', done }: OperationFacts,
  states?: PollGoal['states'],
  options?: WaitOptions,
): Promise<unknown> {
  const body: ActionsBody = Object(rawBody)
  // If the actions cannot be read, the state of the resource shows when they have ended.
  const startedActions = done ? [] : [...(body.action ? [body.action] : []), ...(body.actions ?? []), ...(body.links?.actions ?? [])]
  const actions = new Map<number, StartedAction>()
  await Promise.all(startedActions.map(async (action) => void actions.set(action.id, await waitForAction(send, action, options))))

  const renew = async (name: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((each) => renew(name.replace(/s$/, ''), each)))
    if (name === 'action') return actions.get(Object(value).id) ?? value
    if (resourcePath === '' || name === 'links' || Object(value) !== value) return value
    const target = { api: 'control', method: 'GET', path: resourcePath, facts: {} }
    const request = { path: value as Record<string, unknown> }
    if (done) return Object.values(await poll<object>(send, target, request, { ...done, states }, options))[0]
    const signal = options?.signal
    const data = await send.read<object>(await send(target, request, signal && { signal }))
    return Object.values(data)[0]
  }
  const entries = Object.entries(body).map(async ([name, value]) => [name, await renew(name, value)])
  return Object.fromEntries(await Promise.all(entries))
}
