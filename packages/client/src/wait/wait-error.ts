import { CloudError } from '../errors.ts'

/** The wanted state can no longer be reached: an action is `errored`, a droplet is `archive`. */
export class WaitError extends CloudError {
  /** Last state that was read. */
  readonly state: string
  /** Last body that was read. Not enumerable, so that logs stay short. */
  declare readonly last: unknown

  constructor(message: string, state: string, last: unknown) {
    super(message)
    this.state = state
    Object.defineProperty(this, 'last', { value: last })
  }

  override get name() {
    return 'WaitError'
  }
}

/** The wanted state was not reached within `timeoutMs`. It may still be reached later. */
export class WaitTimeoutError extends WaitError {
  override get name() {
    return 'WaitTimeoutError'
  }
}
