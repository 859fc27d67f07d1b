/** What operations that start or show work in progress can be beside functions. The types alone; `add-waits.ts` makes them work. */
import type { Call, CallOptions } from '../call.ts'
import type { WaitOptions } from './wait-options.ts'

/** An operation that reads a resource which goes through states. `Which` is what names the resource. */
export interface StateOperation<
  Args extends readonly unknown[],
  Which extends readonly unknown[],
  Body,
  State extends string,
  Made = Call<Body>,
> {
  (...args: Args): Made
  /**
   * Reads until the resource is in the state, or in one of several, and gives the body of that moment.
   *
   * ```ts
   * const { droplet } = await cloud.droplets.get.waitUntil(412800101, 'active')
   * ```
   *
   * @throws WaitError when it ends in another state; WaitTimeoutError; HttpError, for example when it is deleted meanwhile
   */
  waitUntil(...args: [...Which, state: State | readonly State[], options?: WaitOptions]): Promise<Body>
}

/** For a call that starts actions. */
export interface ActionCallOptions extends CallOptions {
  /**
   * Another action may hold the resource (422, "already has a pending event"). Waits so many milliseconds at most for that one to end and then
   * sends the request again. Default 0: the call rejects at once.
   */
  readonly waitForLockMs?: number
}

/** A call that starts actions. */
export interface ActionCall<Body> extends Call<Body> {
  /**
   * Waits until every action it started has ended, and gives the body once more, as it is then: the actions completed, what was made as it
   * is now. Actions on the access points of NFS shares cannot be read: there the access point is waited for, and the action is given as it began.
   *
   * ```ts
   * const { droplet } = await cloud.droplets.create({ body }).wait()
   * ```
   *
   * @throws WaitError when an action is `errored`, or what it was to make failed; WaitTimeoutError
   */
  wait(options?: WaitOptions): Promise<Body>
}
