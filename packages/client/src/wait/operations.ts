/** Types of operations that can wait; implemented in `add-waits.ts`. */
import type { Call, CallOptions } from '../call.ts'
import type { WaitOptions } from './wait-options.ts'

/** An operation that reads a resource with states. `Which` are the arguments that identify the resource. */
export interface StateOperation<
  Args extends readonly unknown[],
  Ids extends readonly unknown[],
  Body,
  State extends string,
  Result = Call<Body>,
> {
  (...args: Args): Result
  /**
   * Polls until the resource is in the state, or in one of several, and returns the body.
   *
   * ```ts
   * const { droplet } = await cloud.droplets.get.waitUntil(412800101, 'active')
   * ```
   *
   * @throws WaitError if it ends in another state; WaitTimeoutError; HttpError, for example if it is deleted meanwhile
   */
  waitUntil(...args: [...Ids, state: State | readonly State[], options?: WaitOptions]): Promise<Body>
}

/** Options of a call that starts actions. */
export interface ActionCallOptions extends CallOptions {
  /**
   * Maximum time in milliseconds to wait for another action that locks the resource (422, "already has a pending event"); then the request is sent
   * again. Default 0: the call rejects at once.
   */
  readonly waitForLockMs?: number
}

/** A call that starts actions. */
export interface ActionCall<Body> extends Call<Body> {
  /**
   * Waits until all started actions have ended, and returns the updated body: completed actions and the current state of created resources.
   * Actions on access points of NFS shares cannot be read: there it waits for the access point, and the action stays as it was returned.
   *
   * ```ts
   * const { droplet } = await cloud.droplets.create({ body }).wait()
   * ```
   *
   * @throws WaitError if an action is `errored` or the created resource failed; WaitTimeoutError
   */
  wait(options?: WaitOptions): Promise<Body>
}
