/** Polls a resource until it is in one of the wanted states. */
import type { Transport } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { WaitError, WaitTimeoutError } from './wait-error.ts'
import type { WaitOptions } from './wait-options.ts'

export interface PollGoal<Body = unknown> {
  /** Path of the state in the body: `droplet.status`. */
  readonly path: string
  readonly target: readonly string[]
  /** States, each with the states that can follow it. Polling stops if no wanted state can be reached. */
  readonly states?: Readonly<Record<string, readonly string[]>> | undefined
  /** Name of the resource in messages, if the path is not clear: `action 36804748 (create)`. */
  readonly nameOf?: (body: Body) => string
}

/** Minimum delay between polls, because each poll counts toward the rate limit. */
const minPauseMs = 100

/**
 * Returns the first body with a wanted state.
 *
 * @throws WaitError, WaitTimeoutError
 */
export async function poll<Body>(
  send: Transport,
  target: Target,
  request: AnyRequest | undefined,
  { path, target: targets, states = {}, nameOf }: PollGoal<Body>,
  { signal, timeoutMs = 600_000, intervalMs = 1000, onState }: WaitOptions = {},
): Promise<Body> {
  const { clock } = send
  const end = clock.now() + timeoutMs
  // Also replaces NaN.
  const first = intervalMs > minPauseMs ? intervalMs : minPauseMs
  for (let pause = first; ; pause = Math.min(pause * 1.5, first * 10)) {
    const apiResponse = await send(target, request, signal && { signal })
    const data = await send.read<Body>(apiResponse)
    const state = parseState(data, path)
    onState?.(state)
    if (targets.includes(state)) return data
    const status = `${apiResponse.line}: ${nameOf ? `the status of ${nameOf(data)}` : path} is "${state}"`
    const goal = targets.map((each) => `"${each}"`).join(' or ')
    if (!canReach(state, targets, states)) throw new WaitError(`${status} and will not become ${goal}.`, state, data)
    const left = end - clock.now()
    if (!(left > 0)) throw new WaitTimeoutError(`${status} and not ${goal} after ${timeoutMs} ms.`, state, data)
    await clock.sleep(Math.min(pause, left), signal)
  }
}

/** True if a wanted state can be reached. An unlisted state is newer than this client and may lead to any state. */
function canReach(from: string, targets: readonly string[], states: NonNullable<PollGoal['states']>): boolean {
  const reachableStates = new Set([from])
  for (const state of reachableStates) {
    if (targets.includes(state) || !states[state]) return true
    for (const next of states[state]) reachableStates.add(next)
  }
  return false
}

function parseState(body: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((part, name) => Object(part)[name], body))
}
