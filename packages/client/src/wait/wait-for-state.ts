/** Waits for a state of a resource. */
import type { Transport } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { type PollGoal, poll } from './poll.ts'
import type { WaitOptions } from './wait-options.ts'

/** Returns the first body with a wanted state. @throws WaitError, WaitTimeoutError */
export function waitForState(
  send: Transport,
  target: Target,
  request: AnyRequest | undefined,
  targets: string | readonly string[],
  states: PollGoal['states'],
  options?: WaitOptions,
): Promise<unknown> {
  return poll(send, target, request, { path: target.facts.state ?? '', target: [targets].flat(), states }, options)
}
