import { CloudError } from '../errors.ts'

/** What was waited for ended in a state from which it will not come: an action that is `errored`, a droplet that is `archive`. */
export class WaitError extends CloudError {
  /** The last state that was seen. */
  readonly state: string
  /** The last body that was read. Not enumerable, so that a logged error stays short. */
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

/** What was waited for had not come within `timeoutMs`. It may still come. */
export class WaitTimeoutError extends WaitError {
  override get name() {
    return 'WaitTimeoutError'
  }
}
