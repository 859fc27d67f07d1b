/** Connection errors that prove that the request was not sent. Only then may a POST or PATCH be retried. */
interface SystemError {
  readonly code?: string
  readonly cause?: SystemError
}

/** Error codes of Node's and Bun's `fetch`. Browsers have none. */
const beforeSending = /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN|(HOST|NET)UNREACH)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/

/** True if the error proves that nothing was sent. `error` is a `ConnectionError`, or undefined after a response. */
export function isUnsent(error: unknown): boolean {
  const outer: SystemError = Object(Object(error).cause)
  const { code = '' }: SystemError = outer.code ? outer : Object(outer.cause)
  return beforeSending.test(code)
}
