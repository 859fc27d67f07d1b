/** Base class of the errors, and the errors without a response. */

/** Base class of every error that this package throws on purpose. */
export class CloudError extends Error {
  // Getters, because minifiers rename classes and a static assignment would prevent tree shaking.
  override get name(): string {
    return 'CloudError'
  }
}

/** The configuration is incomplete or invalid. Nothing was sent. */
export class ConfigurationError extends CloudError {
  override get name() {
    return 'ConfigurationError'
  }
}

/** There was no complete response: the connection was refused, reset or lost. `cause` has the reason. */
export class ConnectionError extends CloudError {
  override get name() {
    return 'ConnectionError'
  }
}

/** There was no complete response within `timeoutMs`. The request may have taken effect. */
export class TimeoutError extends ConnectionError {
  override get name() {
    return 'TimeoutError'
  }
}
