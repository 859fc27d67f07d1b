/** The root of the tree of errors, and those for which no answer is needed. Everything this package throws on purpose is a `CloudError`. */
/** What everything is that this package throws on purpose. */
export class CloudError extends Error {
  // A getter each: a minifier renames classes, and a bundler may drop those that are not used.
  override get name(): string {
    return 'CloudError'
  }
}

/** The client was set up without something it needs; nothing was sent. */
export class ConfigurationError extends CloudError {
  override get name() {
    return 'ConfigurationError'
  }
}

/** No answer came: the connection was refused, reset or cut. `cause` has the reason. */
export class ConnectionError extends CloudError {
  override get name() {
    return 'ConnectionError'
  }
}

/** No complete answer came within `timeoutMs`. The request may have taken effect. */
export class TimeoutError extends ConnectionError {
  override get name() {
    return 'TimeoutError'
  }
}
